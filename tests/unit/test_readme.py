"""The README is true: its example, typed in by a newcomer, prints what it says."""

import re
import shlex
from textwrap import dedent

import pytest
from tests.support.calls import TOP

from meminit.config.settings import Links
from meminit.documents import by_pyromark

FENCE = re.compile(r"^(?P<indent> *)```(?P<info>\w+)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)


def _fences():
    text = (TOP / "README.md").read_text()
    return [(match["info"], dedent(match["text"])) for match in FENCE.finditer(text)]


def test_the_five_minutes(call):
    fences = _fences()
    config = next(text for info, text in fences if info == "toml")
    document = next(text for info, text in fences if info == "markdown")
    shown = next(text for info, text in fences if info == "console" and text.startswith("$ meminit check\n"))
    call.write({".meminit.toml": config, "docs/45-adr/message-queue.md": document})
    printed = re.sub(r"\(\d+\.\d\d s\)", "(0.04 s)", call("check").text)
    assert f"$ meminit check\n{printed}" == shown


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
def test_the_links_lead_somewhere(name):
    body = by_pyromark.read((TOP / name).read_text(encoding="utf-8"), 1, Links())
    targets = [link.target.partition("#")[0] for link in body.links]
    assert [each for each in targets if ":" not in each and not (TOP / each).exists()] == []


def test_the_commands_are_there():
    makefile = (TOP / "Makefile").read_text()
    for name in re.findall(r"`?make (\w+)", (TOP / "CONTRIBUTING.md").read_text()):
        assert re.search(rf"^[\w ]*\b{name}\b[\w ]*:", makefile, re.MULTILINE), name


def test_questions_are_answered_as_shown(call):
    shown = next(text for info, text in _fences() if info == "console" and text.startswith("$ meminit resolve"))
    document = next(text for info, text in _fences() if info == "markdown").replace("Drafty", "Draft")
    guide = (
        document.partition("---\n\n")[0]
        .replace("ADR-001\ntype: ADR", "GDE-001\ntype: GDE")
        .replace("Draft", "Approved")
    )
    call.write({".meminit.toml": "", "docs/45-adr/message-queue.md": document})
    call.write({"docs/guide/install.md": f"{guide}---\n\n1. [The queue](../45-adr/message-queue.md)\n"})
    printed = ""
    for line in re.findall(r"^\$ meminit .*$", shown, re.MULTILINE):
        printed += f"{line}\n{call(*shlex.split(line)[2:]).text}"
    assert printed == shown
