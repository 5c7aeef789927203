"""The files that patterns select, found in one walk, are those that each of them selects by itself."""

import os
import random
import shutil

import pytest
from tests.support.git import GitRepository

from meminit.covering.selecting import Selected, all_files, kept
from meminit.documents.tree import Tree
from meminit.sources.files import Files, Overlay
from meminit.sources.git_index import tracked_although_ignored
from meminit.sources.globs import Patterns

NAMES = ["a", "b", "ab", "a.py", "b.py", "c.md"]
PARTS = [*NAMES, "*", "**", "a*", "*.py", "?", "[ab]"]


def _tree(folder):
    return Tree(Files(os.path.realpath(folder)))


def _files(chance, count):
    found = set()
    while len(found) < count:
        names = [chance.choice(NAMES[:3]) for _ in range(chance.randrange(3))] + [chance.choice(NAMES[3:])]
        found.add("/".join(names))
    return sorted(found)


def _pattern(chance):
    text = "/".join(chance.choice(PARTS) for _ in range(chance.randint(1, 3)))
    return chance.choice(["", "/", ""]) + text + chance.choice(["", "/", ""])


@pytest.mark.parametrize("seed", range(30))
def test_one_walk_finds_what_each_pattern_selects(seed, tmp_path):
    chance = random.Random(seed)
    files = _files(chance, 12)
    contents = dict.fromkeys(files, b"")
    tree = Tree(Files(str(tmp_path), Overlay(contents, is_whole=True)))
    lines = [_pattern(chance) for _ in range(12)]
    found = Selected(tree, lines, tuple)
    for line in lines:
        expected = [each for each in files if Patterns((line,)).covers(tuple(each.split("/")))]
        assert found.files(line) == expected, line
        assert found.selects(line) == bool(expected)
        assert [each for each in files if line in found.lines_of(each)] == expected


def test_the_last_pattern_that_matches_decides():
    files = ["src/a.py", "src/gen/b.py", "src/gen/keep.py"]
    assert kept(["src/**", "!src/gen/**", "src/gen/keep.py"], files) == ["src/a.py", "src/gen/keep.py"]
    assert kept(["src/", "!src/gen/b.py"], files) == ["src/a.py", "src/gen/keep.py"]
    assert kept(["!src/a.py", "src/**"], files) == files


def _write(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_what_git_ignores_counts_where_git_tracks_it(tmp_path):
    _write(tmp_path, {".gitignore": "build/\n*.log\n", "build/a": "", "build/b": "", "c.log": "", "d.log": ""})
    _write(tmp_path, {"sub/.gitignore": "!c.log\n", "sub/c.log": "", "sub/d.log": ""})
    git = GitRepository(tmp_path).init()
    git("add", "--force", "build/a", "c.log")
    root = os.path.realpath(tmp_path)
    found = Selected(_tree(root), ["build/", "*.log"], lambda: tracked_although_ignored(root))
    assert (found.files("build/"), found.files("*.log")) == (["build/a"], ["c.log", "sub/c.log"])
    without = Selected(_tree(root), ["build/", "*.log"], tuple)
    assert (without.files("build/"), without.files("*.log")) == ([], ["sub/c.log"])
    assert not any(each.startswith(".git/") for each in all_files(_tree(root)))


def test_links_are_files_and_are_not_followed(tmp_path):
    _write(tmp_path, {"src/a.py": "", "out/x": ""})
    (tmp_path / "link").symlink_to("src")
    (tmp_path / "loop").symlink_to(".")
    (tmp_path / "away").symlink_to("/")
    found = Selected(_tree(tmp_path), ["link/**", "link", "loop/", "away", "*.py"], tuple)
    assert [found.files(each) for each in ("link/**", "link", "loop/", "away")] == [[], ["link"], [], ["away"]]
    assert found.files("*.py") == ["src/a.py"]


def test_a_folder_that_cannot_be_listed_is_doubtful(tmp_path, monkeypatch):
    _write(tmp_path, {"src/a.py": "", "lib/b.py": ""})
    tree = _tree(tmp_path)
    listing = tree.entries
    monkeypatch.setattr(tree, "entries", lambda names: None if names == ("src",) else listing(names))
    found = Selected(tree, ["src/*.py", "lib/c.py"], tuple)
    assert not found.selects("src/*.py")
    assert [found.is_doubtful(each) for each in ("src/*.py", "lib/c.py")] == [True, False]
