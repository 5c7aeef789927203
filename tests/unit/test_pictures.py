"""The graph as a drawing: whatever names and titles hold, it is one box of text; Graphviz need not be there."""

import os
import re
import shutil
import stat
import sys

import pytest
from tests.support.marks import posix

ODD = [
    '"];x',
    "\\",
    '\\"',
    "<b>a</b>",
    "a|b",
    "[a](b)",
    "#quot;",
    "a\nb",
    "%%{init}%%",
    "\u202egnp",
    "end",
    "é文",
    "\\N \\G",
]
draws = pytest.mark.skipif(not shutil.which("dot"), reason="needs Graphviz, whose own word on its language this is")


@pytest.fixture
def tree(call):
    call.write({".meminit.toml": '[docs]\nschema = ""\n'})
    for number, title in enumerate(ODD):
        head = f"---\ndocument_id: PAY-ADR-{number:03}\ntitle: {_yaml(title)}\n---\n"
        call.write({f"docs/{number}.md": f"{head}[next]({number + 1}.md)\n"})
    return call


def _yaml(text):
    escaped = "".join(each if each.isalnum() else f"\\U{ord(each):08x}" for each in text)
    return f'"{escaped}"'


def test_mermaid_has_a_line_for_each_box_and_arrow(tree):
    first, *lines = tree("graph", "--format", "mermaid").text.splitlines()
    assert first == "flowchart LR"
    boxes = [line for line in lines if re.fullmatch(r'  n\d+\["[^"\[\]]*<br/>[^"\[\]<>]*"\]', line)]
    arrows = [line for line in lines if re.fullmatch(r"  n\d+ --> n\d+", line)]
    assert (len(boxes), len(arrows), len(lines)) == (len(ODD), len(ODD) - 1, 2 * len(ODD) - 1)


def test_dot_has_a_line_for_each_box_and_arrow(tree):
    lines = tree("graph", "--format", "dot").text.splitlines()
    boxes = [line for line in lines if re.fullmatch(r'  n\d+ \[label="(?:[^"\\]|\\.)*"\];', line)]
    arrows = [line for line in lines if re.fullmatch(r"  n\d+ -> n\d+;", line)]
    assert (len(boxes), len(arrows), len(lines)) == (len(ODD), len(ODD) - 1, 2 * len(ODD) + 4)


def test_documents_of_one_id_share_a_box(call):
    same = "---\ndocument_id: PAY-ADR-001\n---\n"
    call.write({".meminit.toml": '[docs]\nschema = ""\n', "docs/a.md": f"{same}[c](c.md)\n", "docs/b.md": same})
    call.write({"docs/c.md": "---\nrelated_ids: [PAY-ADR-001]\n---\n"})
    lines = call("graph", "--format", "mermaid").text.splitlines()
    assert lines[1:] == ['  n0["PAY-ADR-001"]', '  n1["docs/c.md"]', "  n1 -.->|related| n0", "  n0 --> n1"]


@draws
def test_graphviz_draws_every_box(tree):
    answer = tree("graph", "--format", "svg")
    assert answer.exit == 0
    assert answer.text.count('class="node"') == len(ODD)
    assert answer.text.count('class="edge"') == len(ODD) - 1


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """A folder that is all there is in PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


def _failure(answer):
    assert answer.exit == 12
    return answer.err.decode().splitlines()[0]


def test_without_the_program_it_is_told_what_to_install(tree, programs):
    told = _failure(tree("graph", "--format", "svg"))
    assert told.endswith(": the program dot of Graphviz is not installed; the Python package graphviz is")


def test_without_the_package_it_is_told_what_to_install(tree, programs, monkeypatch):
    monkeypatch.setitem(sys.modules, "graphviz", None)
    told = _failure(tree("graph", "--format", "svg"))
    assert told.endswith("neither the Python package graphviz nor the program dot of Graphviz is installed")
    program = programs / "dot"
    program.write_text("")
    os.chmod(program, stat.S_IRWXU)
    told = _failure(tree("graph", "--format", "svg"))
    assert told.endswith("the Python package graphviz is not installed; the program dot is")


@posix
@pytest.mark.parametrize("script", ["exit 3", "kill -SEGV $$"])
def test_a_program_that_fails_is_told(tree, programs, script):
    program = programs / "dot"
    program.write_text(f"#!/bin/sh\n{script}\n")
    os.chmod(program, stat.S_IRWXU)
    assert _failure(tree("graph", "--format", "svg")) == "error GRAPHVIZ_MISSING: the program dot of Graphviz failed"


def test_what_nobody_could_read_is_not_drawn(call):
    call.write({".meminit.toml": "", **{f"docs/{number}.md": "" for number in range(501)}})
    answer = call("graph", "--format", "svg")
    assert answer.exit == 3
    assert "a picture of 501 documents and 0 edges would be too large" in answer.text + answer.err.decode()


def test_a_drawing_goes_into_a_file(tree, tmp_path):
    printed = tree("graph", "--format", "dot").out
    assert tree("graph", "--format", "dot", "--output", str(tmp_path / "graph.dot")).out == b""
    assert (tmp_path / "graph.dot").read_bytes() == printed
