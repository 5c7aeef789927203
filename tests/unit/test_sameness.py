"""The same tree gives the same bytes, wherever it lies, wherever the call comes from, however folders are listed."""

import os
import random
import shutil
from contextlib import contextmanager

from meminit.documents import discover

POOR = """\
---
document_id: PAY-ADR-{number:03}
type: ADR
status: Drafty
related_ids: [PAY-ADR-001, PAY-XXX-009]
---
"""


def _tree(call):
    call.write({".meminit.toml": ""})
    call.write(
        {
            f"docs/{folder}/{name}.md": POOR.format(number=n % 7)
            for n, (folder, name) in enumerate((f, n) for f in "cab" for n in ("z", "A", "m", "é"))
        }
    )


@contextmanager
def _shuffled(seed):
    real = os.scandir

    @contextmanager
    def scandir(path):
        with real(path) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
            random.Random(seed).shuffle(entries)
            yield iter(entries)

    discover.os.scandir = scandir
    try:
        yield
    finally:
        discover.os.scandir = real


def test_folder_order_does_not_matter(call):
    _tree(call)
    answers = set()
    for seed in range(8):
        with _shuffled(seed):
            answers.add(call.json("check").out)
    assert len(answers) == 1


def test_place_of_the_call_does_not_matter(call, tmp_path):
    _tree(call)
    there = call.json("check").out
    assert call.json("check", cwd=tmp_path / "docs/a").out == there
    assert call.json("check", "--root", str(tmp_path), cwd=tmp_path.parent).out == there
    assert call.json("check", ".").out == there


def test_place_of_the_tree_does_not_matter(call, tmp_path):
    here = tmp_path / "here"
    here.mkdir()
    call.folder = here
    _tree(call)
    shutil.copytree(here, tmp_path / "there")
    first, second = call.json("check", cwd=here).out, call.json("check", cwd=tmp_path / "there").out
    assert first.replace(b"/here", b"/there") == second


def test_order_can_be_checked_from_the_answer(call):
    _tree(call)
    answer = call.json("check").json
    paths = [group["path"] for group in answer["violations"]]
    assert paths == sorted(paths)
    for group in answer["violations"]:
        keys = [
            (each["code"], each["severity"], each.get("line", float("inf")), each["message"])
            for each in group["violations"]
        ]
        assert keys == sorted(keys)
    keys = [
        (each["path"], each.get("line", float("inf")), each["code"], each["message"]) for each in answer["warnings"]
    ]
    assert keys == sorted(keys)
    assert [each["code"] for each in answer["advice"]] == sorted(each["code"] for each in answer["advice"])
