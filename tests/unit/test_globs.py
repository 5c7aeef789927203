"""Patterns as git reads them, in bounded time."""

import random

import pathspec
import pytest
from tests.support.timing import within

from meminit.sources.globs import Patterns
from meminit.sources.wildcards import BadPattern


def verdict(patterns, names):
    """What is said of a path, folder by folder."""
    folder = patterns.top()
    for name in names[:-1]:
        folder = folder.below(name)
    return folder.verdict(names[-1])


CASES = [
    ("*.md", "a/b.md", True),
    ("/*.md", "a/b.md", False),
    ("a/*.md", "a/b.md", True),
    ("a/*.md", "x/a/b.md", False),
    ("**/b.md", "b.md", True),
    ("a/**", "a", False),
    ("a/**/c", "a/c", True),
    ("a/**/c", "a/b/b/c", True),
    ("a?c", "abc", True),
    ("a?c", "a/c", False),
    ("[a-c]x", "bx", True),
    ("[!a-c]x", "bx", False),
    ("[^a]x", "bx", True),
    ("[]]x", "]x", True),
    ("[[:digit:]]x", "7x", True),
    (r"\*x", "*x", True),
    (r"\*x", "ax", False),
    (r"\#x", "#x", True),
    ("# x", "# x", False),
    (r"x\ ", "x ", True),
    ("x ", "x", True),
    ("dir/", "dir", False),
    ("*", ".hidden", True),
    ("[--a]", "a", True),
    ("a.c", "abc", False),
    ("***", "a/b", True),
    ("[" * 60_000, "a", False),
    ("a/**/b/**/c", "a/b/a/b/c", True),
    ("a/**/b/**/c", "a/c/b", False),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), CASES)
def test_one_pattern(pattern, path, expected):
    assert bool(verdict(Patterns([pattern]), tuple(path.split("/")))) is expected


def test_the_last_match_decides():
    patterns = Patterns(["*.md", "!keep.md", "drafts/"])
    assert verdict(patterns, ("a.md",)) is True
    assert verdict(patterns, ("keep.md",)) is False
    assert verdict(patterns, ("a.txt",)) is None
    assert patterns.covers(("drafts", "a.txt")) is True


def test_the_last_match_decides_however_the_patterns_came_so_far():
    """Patterns for every folder, for one place, and for all below one place stand among each other."""
    patterns = Patterns(["b", "!a/b", "a/**/b", "!a/*/b", "a/c/b", "!**/d/b", "b/"])
    assert verdict(patterns, ("b",)) is True
    assert verdict(patterns, ("a", "b")) is True
    assert verdict(patterns, ("a", "x", "b")) is False
    assert verdict(patterns, ("a", "c", "b")) is True
    assert verdict(patterns, ("a", "x", "x", "b")) is True
    assert verdict(patterns, ("a", "x", "d", "b")) is False
    assert verdict(patterns, ("d", "b")) is False
    assert patterns.covers(("d", "b", "x")) is True


def test_of_lines_that_are_the_same_the_last_one_decides():
    patterns = Patterns(["a", "!a", "a", "!a", "b", "!b", "b"])
    assert verdict(patterns, ("a",)) is False
    assert verdict(patterns, ("b",)) is True


def test_letter_case_may_be_ignored():
    assert verdict(Patterns(["*.md"], ignore_case=True), ("A.MD",)) is True
    assert verdict(Patterns(["*.md"]), ("A.MD",)) is None


def test_a_range_that_runs_backwards_is_refused_or_skipped():
    with pytest.raises(BadPattern):
        Patterns(["[z-a]"])
    assert not Patterns(["[z-a]"], skip_bad=True)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("*a" * 8 + "*b", "a" * 200), ("**/a/" * 8 + "b", "a/" * 1000 + "c"), ("*" * 60 + "b", "a" * 4000)],
)
def test_hostile_patterns_take_no_time(pattern, path):
    with within(1):
        assert not verdict(Patterns([pattern]), tuple(path.split("/")))


MANY = {
    "one character": [f"{number}?" for number in range(5000)],
    "stars": [f"*{number}*" for number in range(5000)],
    "names below any folder": [f"**/{number}/b" for number in range(5000)],
    "stars below any folder": [f"**/*{number}*/b" for number in range(5000)],
    "everything below": [f"a/**/{number}*x" for number in range(5000)],
    "takes and takes back": [f"{'!' * (number % 2)}*{number}*" for number in range(5000)],
}


@pytest.mark.slow
@pytest.mark.parametrize("lines", MANY.values(), ids=MANY)
def test_many_patterns_take_no_time(lines):
    with within(2):
        patterns = Patterns(lines)
        for number in range(500):
            patterns.covers(("a", f"folder-{number}", "b", "file.md"))


HEAVY = {
    "long pieces that are alike": ([f"*{'a' * 100}b{number}*c" for number in range(490)], "a" * 150),
    "any characters": ([f"*a{'?' * 100}b*{number}z" for number in range(70)], "ab"),
    "sets in brackets": ([f"*[!{chr(0x4E00 + number)}-龥]{'?' * 100}x{number}" for number in range(490)], "a" * 150),
    "names that are alike": ([f"{'a/' * 50}{number}" for number in range(490)], "a/" * 40),
    "names below any folder": ([f"**/{'a/b/' * 12}{number}" for number in range(490)], "a/b/" * 7),
}


@pytest.mark.parametrize(("lines", "text"), HEAVY.values(), ids=HEAVY)
def test_heavy_patterns_take_no_time(lines, text):
    chance = random.Random(1)
    patterns = Patterns(lines)
    with within(1):  # all but the second took two to six seconds
        for number in range(1000):
            name = text if len(text) > 2 else "".join(chance.choices(text, k=150))
            assert not patterns.covers(tuple(f"{name}{number}/x".split("/")))


def test_agrees_with_pathspec():
    """On patterns both read alike; pathspec lets `[!a]` match a slash, which git does not."""
    chance = random.Random(7)
    pieces = ["a", "b", "*", "/", "?", ".", "[ab]", "/**/", "**/", "/**"]
    compared = 0
    while compared < 3000:
        pattern = "".join(chance.choice(pieces) for _ in range(chance.randint(1, 5)))
        names = [
            "".join(chance.choice("ab.c") for _ in range(chance.randint(1, 3))) for _ in range(chance.randint(1, 4))
        ]
        odd = "//" in pattern or "***" in pattern or pattern.endswith("**/") or {".", ".."} & set(names)
        if odd or any("**" in part and part != "**" for part in pattern.split("/")):
            continue
        theirs = pathspec.GitIgnoreSpec.from_lines([pattern]).match_file("/".join(names))
        assert Patterns([pattern]).covers(tuple(names)) == theirs, (pattern, names)
        compared += 1
