"""Corrections of messy repositories: the plan is what is applied, bytes are kept, all can be undone, twice is once."""

import stat

import pytest
from tests.support.messy import messy
from tests.support.plans import applied, findings

DAY = ("--today", "2026-02-03")
APPLY = ("--apply", "--yes")


def _tree(folder):
    return {
        str(path.relative_to(folder)): (stat.S_IMODE(path.stat().st_mode), path.is_file() and path.read_bytes())
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("options", [(), ("--unsafe",)], ids=["safe", "unsafe"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_messy_repository_is_corrected_as_planned(seed, options, call, tmp_path):
    call.folder = tmp_path / "repository"
    call.folder.mkdir()
    files = messy(seed, 12)
    call.write(files)
    before = _tree(call.folder)
    planned = call.json("fix", *options, *DAY).json["data"]
    assert _tree(call.folder) == before
    assert call.json("fix", *options, *DAY, *APPLY).json["data"]["changes"] == planned["changes"]
    after = {path: content for path, (_, content) in _tree(call.folder).items() if content is not False}
    assert after == applied(files, planned["changes"])
    assert len(call.json("check").found) == planned["remaining"] == len(findings(planned["skipped"]))
    again = call.json("fix", *options, *DAY).json["data"]
    assert again["changes"] == []
    assert again["skipped"] == [] or again["remaining"] == planned["remaining"]
    assert call.json("rollback", *APPLY).json["data"]["applied"]
    assert _tree(call.folder) == before
