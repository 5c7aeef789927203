"""An agent that knows nothing but the block in AGENTS.md: each of its commands runs, and does what it says.

Commands are taken from the block itself, and its placeholders filled from what was answered before.
"""

import hashlib
import json
import re
import shlex
from pathlib import Path

import pytest
from tests.support.documents import GOOD

BROKEN = GOOD.replace("Draft", "draft") + "\n[x](gone.md)\n\n[y](B.md)\n"


class Follower:
    """Runs the commands that the block in this repository gives."""

    def __init__(self, call):
        self.call = call
        self.block = (call.folder / "AGENTS.md").read_text(encoding="utf-8")
        commands = re.findall(r"`(meminit [^`]+)`", self.block)
        self.lines = [shlex.split(each)[1:] for each in commands]

    def does(self, *beginning, more=(), **values):
        """The answer to the line of the block that begins so, with values in place of its words in capitals."""
        line = next(each for each in self.lines if each[: len(beginning)] == list(beginning))
        assert {word for word in line if word.isupper()} <= values.keys(), line
        words = [values.get(word, word) for word in line]
        return self.call.ask(*words, *more)


@pytest.fixture
def follower(call):
    def begun(files, *arguments):
        call.write(files)
        assert call.json("init", *arguments).exit == 0
        return Follower(call)

    return begun


def _plan(path, text, old, new):
    line = next(number for number, each in enumerate(text.splitlines(), 1) if old in each)
    column = text.splitlines()[line - 1].index(old) + 1
    edit = {"line": line, "column": column, "old": old, "new": new}
    digest = hashlib.sha256(text.encode()).hexdigest()
    change = {"op": "update", "path": path, "before_sha256": digest, "edits": [edit], "safe": False}
    return json.dumps({"plan_version": "1.0", "changes": [change]})


def test_it_is_short(follower):
    lines = follower({}).block.splitlines()
    begin, end = lines.index("<!-- meminit:begin v1 -->"), lines.index("<!-- meminit:end -->")
    assert end - begin - 1 <= 20
    assert max(map(len, lines)) <= 140


def test_on_a_fresh_repository(follower, call):
    agent = follower({})
    told = agent.does("context")
    assert {"ADR", "SPEC"} <= set(told.data["allowed_types"])
    assert agent.does("list").data["count"] == 1
    made = agent.does("new", TYPE="ADR", Title="Which queue").data
    other = agent.does("new", TYPE="SPEC", Title="Queues").data
    assert agent.does("resolve", ID=made["document_id"]).data["path"] == made["path"]
    link = agent.does("link", ID=made["document_id"], PATH=other["path"]).data["link"]
    text = (call.folder / other["path"]).read_text(encoding="utf-8")
    call.write({other["path"]: f"{text}\n{link}\n"})
    assert agent.does("check").success
    (linking,) = agent.does("backlinks", ID=made["document_id"]).data["backlinks"]
    assert linking["path"] == other["path"]
    moved = agent.does("move", OLD=made["path"], NEW="docs/45-adr/renamed.md")
    assert moved.success
    assert agent.does("check").success
    assert agent.does("resolve", ID=made["document_id"]).data["path"] == "docs/45-adr/renamed.md"
    assert agent.does("rollback").success
    assert agent.does("resolve", ID=made["document_id"]).data["path"] == made["path"]
    assert agent.does("state", "set", ID=made["document_id"]).success
    assert agent.does("state", "next").success
    assert agent.does("list", "--where").data["count"] == 3
    assert agent.does("graph").data["edges"]


def test_on_a_messy_one(follower, call):
    agent = follower({".meminit.toml": "[types.ADR]\n", "docs/a.md": BROKEN, "docs/b.md": GOOD.replace("001", "002")})
    first = agent.does("check")
    assert first.error["code"] == "VIOLATIONS_FOUND"
    shown = agent.does("fix", "--diff")
    assert "+status: Draft" in shown.data["diff"]["files"][0]["unified"]
    assert (call.folder / "docs/a.md").read_text() == BROKEN
    assert agent.does("fix", "--apply").data["applied"] is True
    left = call.json("check")
    (code,) = set(left.codes)
    assert code == "BROKEN_LINK"
    assert agent.does("explain", CODE=code).data["remediation"]["action"]
    assert "changes" in agent.does("schema", "plan").data["properties"]
    call.write({"plan.json": _plan("docs/a.md", (call.folder / "docs/a.md").read_text(), "gone.md", "b.md")})
    assert "+[x](b.md)" in agent.does("fix", "--plan", FILE="plan.json").data["diff"]["files"][0]["unified"]
    applied = agent.does("fix", "--plan", FILE="plan.json", more=("--apply", "--yes", "--unsafe"))
    assert applied.data["applied"] is True
    assert agent.does("check").success
    assert agent.does("rollback").success
    assert agent.does("check").error["code"] == "VIOLATIONS_FOUND"


def test_every_command_of_the_block_is_tried_here(follower):
    calls = re.findall(r"agent\.does\(([^)]*)\)", Path(__file__).read_text(encoding="utf-8"))
    beginnings = [re.findall(r'(?:^|, )"([^"]+)"', each) for each in calls]
    for line in follower({}).lines:
        assert any(each and line[: len(each)] == each for each in beginnings), line
