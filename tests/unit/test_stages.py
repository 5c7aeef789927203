"""`--profile` tells where the time went, and changes nothing else."""

import re
import time

import pytest
from tests.support.documents import GOOD

from meminit.stages import Stages

NAMES = ["start", "settings", "discover", "read", "judge", "keep", "report", "total"]
LINE = re.compile(r"(\w+) +(\d+\.\d) +(\d+\.\d)")


@pytest.fixture
def tree(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/b.md": GOOD, "docs/c.md": "[x](no.md)\n"})
    time.sleep(0.1)  # a file that has just been written is read again
    return call


def _table(answer):
    head, *stages, note = answer.err.decode().splitlines()
    assert head.split() == ["stage", "wall", "ms", "CPU", "ms"]
    rows = [LINE.fullmatch(line).groups() for line in stages]
    return {name: (float(wall), float(processor)) for name, wall, processor in rows}, note


def test_the_answer_is_the_same_with_it(tree):
    plain = tree.json("check", "--no-cache")
    told = tree.json("check", "--no-cache", "--profile")
    assert (told.exit, told.out) == (plain.exit, plain.out)
    assert (plain.err, plain.exit) == (b"", 1)


@pytest.mark.parametrize("arguments", [("--format", "json"), ("--no-cache",), ("docs/a.md",), ("--quiet",)])
def test_every_stage_has_its_line_in_order(tree, arguments):
    table, _ = _table(tree("check", "--profile", *arguments))
    assert list(table) == NAMES
    *stages, (wall, _) = table.values()
    assert sum(each for each, _ in stages) == pytest.approx(wall, abs=0.5)


def test_it_says_how_many_documents_were_read(tree, tmp_path):
    assert _note(tree) == "3 documents, 3 of them read"
    assert _note(tree) == "3 documents, 0 of them read"
    (tmp_path / "docs/c.md").write_text("other\n")
    assert _note(tree) == "3 documents, 1 of them read"
    assert _note(tree, "--no-cache") == "3 documents, 3 of them read"


def _note(tree, *arguments):
    return _table(tree.json("check", "--profile", *arguments))[1]


def test_time_belongs_to_the_stage_in_which_it_passes():
    stages = Stages()
    stages.begin("idle")
    time.sleep(0.05)
    stages.begin("busy")
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    _, _, idle, busy, _ = stages.report().decode().splitlines()
    idle, busy = LINE.fullmatch(idle), LINE.fullmatch(busy)
    assert float(idle[2]) >= 50 > float(idle[3])
    assert float(busy[3]) >= 50
