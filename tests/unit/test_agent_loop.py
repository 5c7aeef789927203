"""An agent plans, errs first, and meminit shows, applies, checks and takes it back; the client reads it all."""

import hashlib
import json
import shlex

from tests.support.documents import GOOD
from tests.support.marks import posix

FINDINGS = 500


def _plan(path, text, old, new):
    line = next(number for number, each in enumerate(text.splitlines(), 1) if old in each)
    column = text.splitlines()[line - 1].index(old) + 1
    edit = {"line": line, "column": column, "old": old, "new": new}
    digest = hashlib.sha256(text.encode()).hexdigest()
    change = {"op": "update", "path": path, "before_sha256": digest, "edits": [edit], "safe": True}
    return json.dumps({"plan_version": "1.0", "changes": [change]})


@posix
def test_a_plan_of_an_agent_goes_all_the_way(call):
    ask = call.ask
    broken = GOOD + "\n[x](gone.md)\n"
    plan = _plan("docs/a.md", broken, "gone.md", "b.md")
    first = 'echo \'{"session_id": "s"}\'; echo I would rather not'
    executor = {"argv": ["/bin/sh", "-c", first], "resume_argv": ["/bin/sh", "-c", f"echo {shlex.quote(plan)}"]}
    front = (
        f'type: AGENT\nname: writer\noutput_schema: {{"$ref": "urn:meminit:plan:v1"}}\nexecutor: {json.dumps(executor)}'
    )
    call.write({
        ".meminit.toml": "[types.ADR]\n[types.AGENT]\n",
        "docs/a.md": broken,
        "docs/b.md": GOOD.replace("001", "002"),
        "docs/writer.md": GOOD.replace("PAY-ADR-001", "PAY-AGENT-001").replace("type: ADR", front),
    })  # fmt: skip
    assert not ask("check").success
    answer = ask("agent", "run", "writer", "--yes")
    assert answer.success
    assert answer.data["run"]["attempts"] == 2
    call.write({"plan.json": json.dumps(answer.data["event"]["result_data"])})
    shown = ask("fix", "--plan", "plan.json", "--diff")
    assert shown.success
    assert "+[x](b.md)" in shown.data["diff"]["files"][0]["unified"]
    unconfirmed = ask("fix", "--plan", "plan.json", "--apply")
    assert (unconfirmed.error["code"], unconfirmed.retry) == ("E_CONFIRM_REQUIRED", True)
    applied = ask("fix", "--plan", "plan.json", "--apply", "--yes")
    assert applied.success
    assert applied.data["applied"] is True
    assert ask("check").success
    assert ask("rollback", applied.data["snapshot_id"], "--apply", "--yes").success
    assert (call.folder / "docs/a.md").read_text() == broken
    assert not ask("check").success


def test_an_answer_is_hardly_longer_than_its_facts(call):
    links = "".join(f"[x](gone-{number}.md)\n\n" for number in range(FINDINGS // 5))
    call.write({".meminit.toml": "", **{f"docs/{n}.md": GOOD.replace("001", f"00{n}") + links for n in range(1, 6)}})
    answer = call.json("check")
    facts = [
        {**{key: each[key] for key in ("code", "severity", "message", "line", "column")}, "path": group["path"]}
        for group in answer.json["violations"]
        for each in group["violations"]
    ]
    assert len(facts) == FINDINGS
    assert len(answer.out) <= 1.35 * len(json.dumps(facts, separators=(",", ":")))
    assert len(call("check", "--format", "concise").out) <= 0.6 * len(answer.out)
