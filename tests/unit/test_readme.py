"""The README is true: its example, typed in by a newcomer, prints what it says."""

import re
from textwrap import dedent

from tests.support.calls import TOP

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


def test_the_links_lead_somewhere():
    text = (TOP / "README.md").read_text() + (TOP / "CONTRIBUTING.md").read_text()
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", text):
        assert (TOP / target).exists(), target


def test_the_commands_are_there():
    makefile = (TOP / "Makefile").read_text()
    for name in re.findall(r"`?make (\w+)", (TOP / "CONTRIBUTING.md").read_text()):
        assert re.search(rf"^[\w ]*\b{name}\b[\w ]*:", makefile, re.MULTILINE), name
