"""Patterns that nothing fits are those that fit nothing by themselves, however many are tried at once."""

from hypothesis import given
from hypothesis import strategies as some
from tests.support.timing import within

from meminit.sources.globs import Patterns, idle

NAMES = some.sampled_from(["a", "b", "A", "a.md", "b.md", ""])
SEGMENTS = some.sampled_from(["a", "b", "*", "**", "*.md", "a*"])
LINES = some.builds(
    "{}{}{}".format,
    some.sampled_from(["", "!", "/"]),
    some.lists(SEGMENTS, min_size=1, max_size=3).map("/".join),
    some.sampled_from(["", "/"]),
)


@given(some.lists(LINES, max_size=8), some.lists(some.lists(NAMES, min_size=1, max_size=3).map(tuple), max_size=8))
def test_each_is_judged_as_if_it_were_alone(lines, paths):
    for ignore_case in (False, True):
        alone = {line: Patterns([line.removeprefix("!")], ignore_case=ignore_case) for line in lines}
        expected = {line for line, each in alone.items() if not any(map(each.covers, paths))}
        assert idle(lines, paths, ignore_case=ignore_case) == expected


def test_lines_that_say_nothing_fit_nothing():
    assert idle(["#a", "!#a", "", "\\#a"], [("#a",)], ignore_case=False) == {"#a", ""}


def test_many_patterns_without_use_cost_hardly_more_than_one():
    paths = [(f"folder-{number % 50}", f"file-{number}.md") for number in range(20_000)]
    lines = [f"dead-{number}*.md" for number in range(500)]
    with within(5):
        assert idle(lines, paths, ignore_case=True) == set(lines)
