"""Writes blueprints of agents that are scripts, and runs them."""

import json

from tests.support.documents import GOOD

NUMBER = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
FIT = '{"a": 1}'


def blueprint(script, *, fields="", schema=NUMBER, body="\nDo it.\n", name="one", **executor):
    """The document of an agent that is a script of the shell."""
    given = {"argv": ["/bin/sh", "-c", script, "sh"], **executor}
    lines = [
        f"executor: {json.dumps(given)}",
        *([f"output_schema: {json.dumps(schema)}"] if schema is not None else []),
    ]
    front = "\n".join(["type: AGENT", f"name: {name}", *lines, *([fields] if fields else [])])
    return GOOD.replace("PAY-ADR-001", "PAY-AGENT-001").replace("type: ADR", front).replace("\n# Title\n", body)


def write(call, script, **options):
    call.write({".meminit.toml": "[types.AGENT]\n", "docs/one.md": blueprint(script, **options)})


def run(call, script, *arguments, **options):
    write(call, script, **options)
    return call.json("agent", "run", "one", "--yes", *arguments)


def event(answer):
    """The result event, in which exactly one of text and data is set."""
    assert answer.exit == 0, answer
    found = answer.json["data"]["event"]
    assert (found["result_text"] is None) != (found["result_data"] is None)
    return found
