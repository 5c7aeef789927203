"""Every command there is, on a good tree, a broken one, one that cannot be configured, and where there is nothing.

Whatever it prints is validated where meminit is called: envelope, data, error and exit code are those it declares.
"""

import pytest
from tests.support.documents import GOOD

from meminit.commands import COMMANDS
from meminit.composing import agents_block, profiles

# Calls of each command that succeed on the good tree.
CALLS = {
    "affirm": [["docs/a.md"], ["docs", "--diff"]],
    "agent list": [[]],
    "agent run": [["echo", "--yes"]],
    "agent show": [["echo"]],
    "agent validate": [["echo", "--output", "plan.json"]],
    "adr new": [["Queues"], ["Queues", "--id", "PAY-ADR-007"]],
    "backlinks": [["docs/a.md"], ["PAY-ADR-002"]],
    "baseline": [[], ["--update"], ["--prune", "docs/a.md"]],
    "cache clear": [[], ["--all"]],
    "cache show": [[], ["--all"]],
    "capabilities": [[]],
    "check": [[], ["docs/a.md", "--strict"]],
    "compare": [["answer.json", "answer.json"]],
    "context": [[], ["--deep"]],
    "docs-for": [["docs/a.md"], ["plan.json", "docs", "src/gone.py"]],
    "doctor": [[], ["--strict"]],
    "explain": [["--list"], ["BROKEN_LINK"], ["INDEX_STALE"], ["CONFIG_MISSING"], ["NOTHING_TO_CHECK"]],
    "fix": [["--plan", "plan.json"], ["--plan", "plan.json", "--diff", "--apply", "--yes"]],
    "graph": [[], ["--around", "PAY-ADR-001"]],
    "help": [["--json"], ["check"], ["cache", "clear"], ["cache"]],
    "identify": [["docs/a.md"]],
    "init": [["--dry-run"], ["new-folder", "--profile", "plain"]],
    "index": [[], ["--catalog", "--kanban"]],
    "install-precommit": [[], ["--diff"]],
    "link": [["PAY-ADR-001"], ["PAY-ADR-001", "--from", "docs/b.md"]],
    "list": [[], ["--where", 'status == "Draft"', "--columns", "*"], ["--sort", "title", "--limit", "1"]],
    "migrate config": [[], ["--remove"]],
    "migrate ids": [[], ["--prefix", "ORG", "--in-text", "--diff"]],
    "migrate templates": [[]],
    "move": [["docs/a.md", "docs/sub/"], ["docs", "new", "--diff", "--everywhere"]],
    "new": [["ADR", "Queues", "--dry-run"], ["ADR", "Queues", "--print"], ["--list-types"]],
    "org install": [["profile"]],
    "org status": [[]],
    "org vendor": [["./profile"], ["./profile", "--diff"]],
    "protocol check": [[]],
    "protocol sync": [[], ["--diff"]],
    "resolve": [["PAY-ADR-001"]],
    "rollback": [["--list"]],
    "scan": [[], ["--propose"]],
    "schema": [["--list"], ["metadata"]],
    "state blockers": [[]],
    "state get": [["PAY-ADR-001"]],
    "state list": [[], ["--ready"]],
    "state next": [[]],
    "state set": [["PAY-ADR-001", "--priority", "P0"], ["PAY-ADR-001", "--clear", "notes"]],
    "status": [[]],
}
GOOD_TREE = {
    "answer.json": '{"output_schema_version":"2.0","command":"check","warnings":[],"violations":[]}',
    ".meminit.toml": 'project = "Payments"\n[types.ADR]\nsections = ["Title"]\n[types.INDEX]\n[types.AGENT]\n',
    "docs/echo.md": GOOD.replace("PAY-ADR-001", "PAY-AGENT-001").replace(
        "type: ADR", "type: AGENT\nname: echo\nexecutor: {argv: [/bin/sh, -c, cat]}"
    ),
    "docs/a.md": GOOD + "\n[b](b.md#title)\n",
    "docs/b.md": GOOD.replace("001", "002\nrelated_ids: [PAY-ADR-001]\ncovers: plan.json"),
    "profile/templates/adr.template.md": "# {{title}}\n",
    "AGENTS.md": agents_block.fresh(profiles.agents_lines()),
    "plan.json": '{"plan_version": "1.0", "changes": []}',
}
BROKEN_TREE = {
    ".meminit.toml": '[docs]\nschema = "docs/schema.json"\n[[namespaces]]\nname = "gone"\nroot = "gone"\n',
    "docs/schema.json": '{"type": "strnig"}',
    "docs/a.md": GOOD + "\n[nowhere](nowhere.md) ![x](a.md#nowhere)\n",
    "docs/b.md": GOOD.replace("title: ", "title: ["),
    "docs/c.md": GOOD + "[a]\n",
    "docs/d.md": b"\xff\xfe---",
    "docs/e.md": "",
    "docs/.gitignore/f.md": GOOD,
}
TREES = {
    "good": GOOD_TREE,
    "broken": BROKEN_TREE,
    "misconfigured": {**GOOD_TREE, ".meminit.toml": "porject = 1\n"},
    "unconfigured": {"docs/a.md": GOOD},
    "empty": {},
}
EACH = [(name, *arguments) for name, calls in CALLS.items() for arguments in calls]


def _content(folder):
    return {path.relative_to(folder): path.is_file() and path.read_bytes() for path in folder.rglob("*")}


def test_there_are_calls_of_every_command():
    assert CALLS.keys() == COMMANDS.keys()


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize(("name", "arguments"), [(each[0], each[1:]) for each in EACH], ids=map(" ".join, EACH))
def test_it_answers_as_it_declares(name, arguments, tree, call, tmp_path):
    call.folder = tmp_path / "repository"
    call.folder.mkdir()
    call.write(TREES[tree])
    before = _content(call.folder)
    answer = call.json(*name.split(), *arguments)
    declared = COMMANDS[name]
    assert answer.exit in declared.exits
    assert answer.exit == 0 or tree != "good"
    assert answer.err == b""
    if declared.envelope != "none" or arguments == ("--list",):
        assert answer.json["command"] == ("capabilities" if name == "help" else name)
    assert call.json(*name.split(), *arguments).exit == answer.exit
    after = _content(call.folder)
    assert declared.effect != "read" or after == before
    assert {path: content for path, content in after.items() if path in before} == before
    assert call(*name.split(), *arguments).exit == answer.exit


@pytest.mark.parametrize("name", COMMANDS)
def test_a_mistake_in_the_call_is_told_in_its_envelope(name, call):
    answer = call.json(*name.split(), "--no-such-option")
    assert (answer.exit, answer.json["command"], answer.json["error"]["code"]) == (3, name, "INVALID_ARGUMENT")
