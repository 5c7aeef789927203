"""Agents: what counts as their output, what they are told, and processes of the worst kind."""

import json
import time
from functools import partial
from pathlib import Path

import pytest
from tests.support import agents
from tests.support.agents import FIT, NUMBER
from tests.support.documents import GOOD
from tests.support.marks import posix

from meminit.blueprints import blueprint, extraction, prompt, session, verdict
from meminit.blueprints.extraction import NOTHING, extracted

LIMITED = '{"error": {"code": "RATE_LIMIT_EXCEEDED", "retry_after": 7}}'


@pytest.fixture
def agent(call):
    """Writes a blueprint, and runs it."""
    return partial(agents.run, call)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', {"a": 1}),
        (" 42 \n", 42),
        ("null", None),
        ('x\n```json\n{"a": 1}\n```\n', {"a": 1}),
        ('```\n{"a": 1}\n```\n```json\n{"a": 2}\n```\n```\nno json\n```\n', {"a": 2}),
        ('Here: {"a": {"b": [1]}} and then {"c": 2}. Done.', {"c": 2}),
        ('[1] {not json} "}"', [1]),
        ('{"a": "}"} tail', {"a": "}"}),
        ('see [this {"a": 1}', {"a": 1}),
        ("none at all", NOTHING),
        ("", NOTHING),
        ('{"a": 1, "a": 2}', NOTHING),
        ('{"a": NaN}', NOTHING),
        ('{"a": Infinity}', NOTHING),
        ('{"a": 1e999}', NOTHING),
        ('\ufeff{"a": 1}\r\n', {"a": 1}),
        ('{"a": 1}{"a": 2}', {"a": 2}),
        ("[" * 190 + "]" * 190, json.loads("[" * 190 + "]" * 190)),
        ("[" * 300 + "]" * 300, NOTHING),
        ('{"a": "\\ud800"}', NOTHING),
        ("[" * 100_000, NOTHING),
        ("{[" * 100_000 + "]}", NOTHING),
    ],
)
def test_the_json_in_what_was_printed(text, expected):
    began = time.process_time()
    assert extracted(text) == expected
    assert time.process_time() - began < 2


def test_a_procedural_agent_gives_nothing_else():
    assert extracted('x {"a": 1}', is_procedural=True) is NOTHING
    assert extracted(' {"a": 1}\n', is_procedural=True) == {"a": 1}


def test_a_result_is_text_or_data_and_data_may_be_null():
    assert session.event("s", text="").as_data["result_text"] == ""
    assert session.event("s", data=None).as_data["result_data"] is None
    for wrong in ({}, {"text": "x", "data": 1}):
        with pytest.raises(ValueError, match="either"):
            session.event("s", **wrong)


def test_all_errors_are_listed_in_order():
    inner = {"items": {"properties": {"c": {"type": "integer"}}}}
    schema = {"properties": {"a": {"type": "string"}, "b": inner}, "required": ["d"]}
    found = verdict.judged({"b": [{"c": "x"}], "a": 1}, schema)
    assert [each.line for each in found] == [
        "$: 'd' is a required property",
        "$.a: 1 is not of type 'string'",
        "$.b.0.c: 'x' is not of type 'integer'",
    ]
    assert verdict.judged(NOTHING, {}) == (verdict.NO_JSON,)
    assert verdict.judged(None, {}) == ()


def test_the_prompt_ends_with_the_format_of_the_output():
    assert prompt.enriched("Do it.", None) == "Do it."
    whole = prompt.enriched("Do it.", {})
    assert whole.startswith("Do it.\n\n## Required Output Format\n\nYou MUST provide structured output as JSON")
    assert whole.endswith("\n```json\n{}\n```\n\nYour response MUST be valid JSON that matches this schema exactly. "
                          "Output ONLY the JSON, no additional text.")  # fmt: skip


def test_parameters_are_put_in():
    declared = {"properties": {"a": {}, "b": {"default": [1]}, "c": {}}}
    text = prompt.filled("{{a}} {{b}} {{c}} {{d}}", {"a": "x {{b}}"}, declared)
    assert text == "x {{b}} [1]  {{d}}"


@pytest.mark.parametrize(
    "schema", [[], {"type": "strnig"}, {"properties": {"a": {"$ref": "x.json"}}}, {"$ref": "#/no"}]
)
def test_a_schema_that_cannot_be_used(schema):
    assert blueprint.wrong(schema)


@pytest.mark.parametrize("schema", [{}, NUMBER, {"$ref": "x.json"}, {"properties": {"$ref": {"type": "string"}}}])
def test_a_schema_that_can(schema):
    assert blueprint.wrong(schema) is None


@posix
class TestRuns:
    def test_an_agent_that_behaves(self, agent):
        answer = agent(f"cat >/dev/null; echo '{FIT}'")
        assert agents.event(answer)["result_data"] == {"a": 1}
        assert answer.json["data"]["run"]["attempts"] == 1
        assert agents.event(answer)["session_id"].startswith("ses_")

    def test_without_a_schema_text_is_text(self, agent):
        assert agents.event(agent("cat", schema=None))["result_text"] == "Do it."

    def test_it_is_told_what_the_output_looks_like(self, agent, tmp_path):
        agent(f"cat >{tmp_path}/told; echo '{FIT}'", "--input", "Now.")
        assert (tmp_path / "told").read_text() == prompt.enriched("Do it.\n\nNow.", NUMBER)

    def test_it_may_err_once_and_is_told_so(self, agent, tmp_path):
        resume = ["/bin/sh", "-c", f"echo $1 >{tmp_path}/s; cat >{tmp_path}/again; echo '{FIT}'", "sh", "{session_id}"]
        answer = agent('echo \'{"session_id": "s 1"}\'; echo \'{"a": "x"}\'', resume_argv=resume)
        event = agents.event(answer)
        assert (event["session_id"], answer.json["data"]["run"]["attempts"]) == ("s 1", 2)
        assert (tmp_path / "s").read_text() == "s 1\n"
        errors = verdict.judged({"a": "x"}, NUMBER)
        assert (tmp_path / "again").read_text() == prompt.of_errors(errors, NUMBER)

    def test_it_may_not_err_twice(self, agent):
        resume = ["/bin/sh", "-c", "echo secret-of-the-second"]
        answer = agent('echo \'{"session_id": "s"}\'; echo nothing', resume_argv=resume)
        error = answer.json["error"]
        assert (answer.exit, error["code"]) == (1, "OUTPUT_SCHEMA_INVALID")
        run = error["details"]["run"]
        assert run["status"] == "failed"
        assert run["error"]["type"] == "output_schema_validation_failed"
        assert run["error"]["message"] == "Output did not match schema after 1 retry"
        assert run["error"]["validation_errors"] == [
            "$: No JSON output found but output_schema requires structured output"
        ]
        assert b"secret" not in answer.out

    def test_without_a_session_there_is_no_second_try(self, agent):
        answer = agent("echo nothing", resume_argv=["/bin/false"])
        assert answer.json["error"]["details"]["retried"] is False

    def test_turns(self, agent):
        script = """read a; echo noise; echo '{"type":"turn_complete","result":"no","session_id":"t"}'; read b
        case "$b" in
        *output-validation-error*) echo '{"type":"turn_complete","result":"{\\"a\\": 2}"}';; esac"""
        event = agents.event(agent(script, protocol="jsonl"))
        assert (event["result_data"], event["session_id"]) == ({"a": 2}, "t")

    def test_one_that_ends_before_its_turn(self, agent):
        assert agent("read a; exit 0", protocol="jsonl").json["error"]["code"] == "AGENT_FAILED"

    def test_parameters_are_judged_before_anything_is_run(self, agent, tmp_path):
        fields = "parameters_schema: {properties: {n: {type: integer}, s: {type: string}}, required: [n]}"
        script = f"cat >{tmp_path}/told; echo '{FIT}'"
        bad = agent(script, "--param", "n=x", fields=fields)
        assert (bad.exit, bad.json["error"]["code"]) == (3, "PARAMETERS_INVALID")
        assert bad.json["error"]["details"]["validation_errors"] == ["$.n: 'x' is not of type 'integer'"]
        assert not (tmp_path / "told").exists()
        agents.event(agent(script, "--param", "n=1", "--param", "s=1", fields=fields, body="\n{{n}} {{s}}\n"))
        assert (tmp_path / "told").read_text().startswith("1 1\n\n## Required")

    @pytest.mark.parametrize(
        ("script", "code", "number"),
        [
            ("echo oops >&2; exit 3", "AGENT_FAILED", 1),
            ("kill -9 $$", "AGENT_FAILED", 1),
            ("sleep 60", "AGENT_TIMEOUT", 10),
            ("trap '' TERM; sleep 60", "AGENT_TIMEOUT", 10),
            ("exec 1>&-; sleep 60", "AGENT_TIMEOUT", 10),
            ("yes", "AGENT_FAILED", 1),
            ("printf '\\377'", "AGENT_FAILED", 1),
            ("exit 8", "TOKEN_INVALID", 8),
            (
                """echo '{"error": {"code": "RATE_LIMIT_EXCEEDED", "retry_after": 7}}'; exit 1""",
                "RATE_LIMIT_EXCEEDED",
                11,
            ),
        ],
    )
    def test_one_that_does_not(self, agent, script, code, number):
        began = time.monotonic()
        answer = agent(script, timeout_s=0.5 if "sleep" in script else 9)
        assert (answer.json["error"]["code"], answer.exit) == (code, number)
        assert time.monotonic() - began < 8
        if "oops" in script:
            assert answer.json["error"]["details"]["exit_code"] == 3
            assert answer.json["error"]["details"]["stderr"] == "oops\n"
        if code == "RATE_LIMIT_EXCEEDED":
            assert answer.json["error"]["details"]["retry_after"] == 7

    @pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells")
    @pytest.mark.parametrize("start", ["", "setsid"])
    def test_nothing_is_left_running(self, agent, start, tmp_path):
        left = f"{start} sh -c 'echo $$ >{tmp_path}/pid; trap \"\" TERM; sleep 60'"
        assert agents.event(agent(f"{left} & while [ ! -s {tmp_path}/pid ]; do sleep 0.01; done; echo '{FIT}'"))
        pid = (tmp_path / "pid").read_text().strip()
        status = Path(f"/proc/{pid}/status")
        assert not status.exists() or "State:\tZ" in status.read_text()

    def test_its_environment_is_small(self, agent, monkeypatch):
        monkeypatch.setenv("SECRET", "s3cret")
        monkeypatch.setenv("WANTED", "w")
        text = agents.event(agent("cat >/dev/null; /usr/bin/env", schema=None, env=["WANTED"]))["result_text"]
        assert "s3cret" not in text
        assert "WANTED=w\n" in text

    def test_text_is_the_result_alone(self, agent, call):
        agent(f"cat >/dev/null; echo '{FIT}'")
        assert call("agent", "run", "one").out == b'{\n  "a": 1\n}\n'
        agent("cat >/dev/null", schema=None)
        assert call("agent", "run", "one").out == b"(No result available)\n"

    def test_a_program_confirms(self, agent, call):
        agent("cat", schema=None)
        answer = call.json("agent", "run", "one")
        assert (answer.exit, answer.json["error"]["details"]["reason_code"]) == (4, "confirm_required")

    def test_a_schema_in_a_file_and_one_that_is_built_in(self, agent, call):
        call.write({"schemas/n.json": json.dumps(NUMBER)})
        assert agents.event(agent(f"echo '{FIT}'", schema={"$ref": "schemas/n.json"}))["result_data"] == {"a": 1}
        plan = {"plan_version": "1.0", "changes": []}
        script = f"echo '{json.dumps(plan)}'"
        assert agents.event(agent(script, schema={"$ref": "urn:meminit:plan:v1"}))["result_data"] == plan
        gone = agent("cat", schema={"$ref": "../outside.json"})
        assert gone.json["error"]["code"] == "BLUEPRINT_SCHEMA_INVALID"


@pytest.mark.parametrize(
    ("output", "is_event", "is_valid"),
    [
        (FIT, False, True),
        ("x", False, False),
        ('{"event_type": "result", "result_text": null, "result_data": {"a": 1}}', True, True),
        ('{"event_type": "result", "result_text": "x", "result_data": {"a": 1}}', True, False),
        ('{"event_type": "result", "result_text": null, "result_data": null}', True, False),
        ('{"event_type": "result", "result_text": "x", "result_data": null}', True, False),
        ("{}", True, False),
    ],
)
def test_outputs_are_judged_without_a_process(output, is_event, is_valid, agent, call):
    agent("exit 0", schema=NUMBER)
    call.write({"out.txt": output})
    answer = call.json("agent", "validate", "one", "--output", "out.txt", *(["--event"] if is_event else []))
    assert answer.exit == (0 if is_valid else 1)
    assert answer.json["data"]["valid"] is is_valid
    assert (call.folder / "out.txt").read_text() == output
    response = call.json("agent", "validate", "one", "--output", "out.txt", "--envelope", "response")
    assert response.json["ok"] == (response.exit == 0)


def test_blueprints_are_documents_of_their_type_alone(call):
    text = GOOD.replace("type: ADR", "type: AGENT\nname: x")
    assert "UNKNOWN_FIELD" in call.check({"docs/a.md": text}).codes
    call.write({".meminit.toml": "[types.AGENT]\n[types.ADR]\n", "docs/b.md": GOOD.replace("001", "002")})
    found = call.json("check").codes
    assert "BLUEPRINT_EXECUTOR_MISSING" in found
    assert "UNKNOWN_FIELD" not in found


def test_two_agents_of_one_name(call):
    text = GOOD.replace("type: ADR", "type: AGENT\nname: x")
    files = {f"docs/{n}.md": text.replace("PAY-ADR-001", f"PAY-AGENT-00{n}") for n in (1, 2)}
    call.write({".meminit.toml": "[types.AGENT]\n", **files})
    assert call.json("check").codes.count("BLUEPRINT_NAME_DUPLICATE") == 2
    assert call.json("agent", "show", "x").exit == 3


def test_a_check_sees_whether_the_file_of_a_schema_is_sound(call):
    agents.write(call, "exit 0", schema={"$ref": "schemas/n.json"})
    for text, codes in (
        ("{}", []),
        ('{"type": 1}', ["BLUEPRINT_SCHEMA_INVALID"]),
        ("{}", []),
        (None, ["BLUEPRINT_SCHEMA_INVALID"]),
    ):
        if text is None:
            (call.folder / "schemas/n.json").unlink()
        else:
            call.write({"schemas/n.json": text})
        assert call.json("check").codes == codes
        assert call.json("check", "docs/one.md").codes == codes
    agents.write(call, "exit 0", schema={"$ref": "../../etc/passwd"})
    assert call.json("check").codes == ["BLUEPRINT_SCHEMA_INVALID"]


def test_there_is_no_end_to_what_a_fence_may_hold():
    text = "```\n" * 5000
    began = time.process_time()
    assert extraction.extracted(text) is NOTHING
    assert time.process_time() - began < 2
