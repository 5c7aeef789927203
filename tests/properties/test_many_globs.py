"""Patterns that are matched all at once say what each of them says by itself."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as some
from tests.support.plain_globs import PlainPatterns

from meminit.sources import wildcards
from meminit.sources.globs import Patterns
from meminit.sources.wildcards import BadPattern

LETTERS = [*"abAB.- é", "ſ", "K", "İ", "ı", "µ", "ß", "ẞ", "ς", "Ǆ", "ǅ", "\u0345", "\n", "\u2028", "中", "\udc80"]
WILD = ["*", "?", "[ab]", "[!a]", "[^b-z]", "[[:upper:]]", "[[:space:]é]", "[À-ÿ]", "[!K]", "[ſ]", "[]a]", "[--a]"]
ODD = ["**", "/", "/**", "**/", "\\*", "\\", "[", "]", "[a-", "!", "#"]
LINES = some.builds(
    "{}{}{}".format,
    some.sampled_from(["", "!", "/"]),
    some.lists(some.sampled_from(LETTERS * 2 + WILD * 4 + ODD * 2), min_size=1, max_size=7).map("".join),
    some.sampled_from(["", "/"]),
)
NAMES = some.lists(some.sampled_from(LETTERS), min_size=1, max_size=5).map("".join)
PATHS = some.lists(NAMES, min_size=1, max_size=5).map(tuple)


def same_everywhere(patterns, plain, path):
    folder = patterns.top()
    for depth, name in enumerate(path):
        for directory in (False, True):
            assert folder.verdict(name, directory=directory) == plain.verdict(path[: depth + 1], directory=directory)
        assert folder.selected([name]) == ([name] if plain.verdict(path[: depth + 1]) else [])
        folder = folder.below(name)
    assert patterns.covers(path) == plain.covers(path)


@given(some.lists(LINES, min_size=1, max_size=8), some.lists(PATHS, min_size=1, max_size=8), some.booleans())
@example(["[[:space:]é]"], [("中",), ("\u2028",)], False)
@example(["*[a-z]*", "!a*b?"], [("K",), ("aKbx", "a")], True)
@example(["**/a/**/b", "!a/*/b", "b/"], [("a", "x", "b"), ("x", "a", "b", "b")], False)
def test_all_at_once_say_the_same(lines, paths, ignore_case):
    try:
        patterns = Patterns(lines, ignore_case=ignore_case)
    except BadPattern:
        return
    plain = PlainPatterns(lines, ignore_case=ignore_case)
    for path in paths:
        same_everywhere(patterns, plain, path)


@pytest.mark.parametrize("room", [-1, 3000])
@given(lines=some.lists(LINES, min_size=1, max_size=4), paths=some.lists(PATHS, min_size=1, max_size=8))
def test_they_do_where_next_to_nothing_is_kept(lines, paths, room):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wildcards, "_MOST_KEPT", room)
        test_all_at_once_say_the_same.hypothesis.inner_test(lines, paths, ignore_case=False)
