"""Corrections of messy repositories: the plan is what is applied, bytes are kept, all can be undone, twice is once."""

import hashlib
import re
import stat

import pytest
from tests.support.messy import messy

DAY = ("--today", "2026-02-03")
APPLY = ("--apply", "--yes")
LINE_END = re.compile(r"\r\n|\n|\r")
MARK = b"\xef\xbb\xbf"


def _tree(folder):
    return {
        str(path.relative_to(folder)): (stat.S_IMODE(path.stat().st_mode), path.is_file() and path.read_bytes())
        for path in folder.rglob("*")
    }


def _applied(files, changes):
    """What another program makes of the plan."""
    made = dict(files)
    for change in changes:
        before = files[change["path"]]
        assert hashlib.sha256(before).hexdigest() == change["before_sha256"]
        encoding = change.get("encoding")
        mark = MARK if before.startswith(MARK) and not encoding else b""
        text = before[len(mark) :].decode(encoding or "utf-8")
        starts = [0, *(match.end() for match in LINE_END.finditer(text))]
        spans = sorted(
            (starts[each["line"] - 1] + each["column"] - 1, each["old"], each["new"]) for each in change["edits"]
        )
        end = len(text) + 1
        for start, old, new in reversed(spans):
            assert text[start : start + len(old)] == old
            assert start + len(old) <= end
            text, end = text[:start] + new + text[start + len(old) :], start
        after = mark + text.encode()
        assert hashlib.sha256(after).hexdigest() == change["after_sha256"]
        made.pop(change["path"])
        made[change.get("to_path", change["path"])] = after
    return made


def _kinds(found):
    """Findings without their places, as they count in a comparison."""
    return {(line.split(":")[0], line.split()[2]) for line in found}


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
    assert after == _applied(files, planned["changes"])
    assert len(call.json("check").found) == planned["remaining"] == len(planned["skipped"])
    again = call.json("fix", *options, *DAY).json["data"]
    assert again["changes"] == []
    assert again["skipped"] == [] or again["remaining"] == planned["remaining"]
    assert call.json("rollback", *APPLY).json["data"]["applied"]
    assert _tree(call.folder) == before


@pytest.mark.slow
def test_a_repository_that_was_never_checked_is_brought_home_in_five_commands(call, tmp_path, capsys):
    """Two hundred documents; prints what part of the findings is gone, and what is left for whom."""
    call.folder = tmp_path / "repository"
    call.folder.mkdir()
    files = messy(7, 200)
    call.write(files)
    found = call.json("check").found
    bodies = {path: _kept_lines(content) for path, content in files.items() if path.endswith(".md")}
    safe = call.json("fix", *DAY, *APPLY).json["data"]
    assert call.json("fix", "--unsafe", "--diff", *DAY).exit == 0
    rest = call.json("fix", "--unsafe", *DAY, *APPLY).json["data"]
    left = call.json("check").found
    places = {each["path"]: each["to_path"] for each in (*safe["changes"], *rest["changes"]) if "to_path" in each}
    for path, lines in bodies.items():
        now = places.get(path, path)
        now = places.get(now, now)
        assert lines <= _kept_lines((call.folder / now).read_bytes()), path
    assert len(rest["skipped"]) == len(left)
    assert {each["reason_code"] for each in rest["skipped"]} <= {
        *("no_clear_correction", "ambiguous", "needs_author", "conflicts_with")
    }
    with capsys.disabled():
        print(f"\n{len(found)} findings, {1 - len(left) / len(found):.0%} corrected")  # noqa: T201 - the figures
    assert len(left) < len(found) * 0.35


def _kept_lines(content):
    """Lines of bodies that no correction names."""
    text = content.decode("utf-8", "replace")
    return {line for line in text.splitlines() if line.startswith(("Text ", "\tand", "Words.", "# Document"))}
