"""Other readers of Markdown agree with us, or the class of the difference is known and told of on a page of its own."""

import re
from random import Random

import pytest
from fuzz.oracles import odd
from fuzz.oracles.classes import CLASSES, known
from fuzz.oracles.kinds import Kind
from fuzz.shrinking import shrunk
from tests.support.calls import TOP

PAGE = (TOP / "docs/50-measurements/oracles.md").read_text(encoding="utf-8")
_ROW = re.compile(r"^\| (?P<name>[^|]+?) \| (?P<ticks>`+) ?(?P<example>(?:\\\||[^|])+?) ?(?P=ticks) \|", re.MULTILINE)
EXAMPLES = {
    each["name"]: each["example"].replace("\\|", "|").encode("latin-1").decode("unicode_escape")
    for each in _ROW.finditer(PAGE)
}
TEXTS = {
    "links": "[a](b.md) ![c](d.png) <e:f> [g][h]\n\n[h]: i.md\n",
    "headings": "# A *b*\n\nC\n===\n\n> ## `d`\n",
    "footnotes": "a[^1]\n\n[^1]: [b](c.md)\n",
    "raw HTML": '<p id="a"><a href="b.md" name=c>d</a></p>\n\ne <img srcset="f.png 1x, g.png 2x">\n',
    "a table": "| [a](b.md) | `[c](d.md)` |\n|---|---|\n| e \\| f | <g@h.i> |\n",
    "what is no link": "`[a](b.md)`\n\n    [c](d.md)\n\n<!-- [e](f.md) -->\n\n\\[g](h.md)\n",
}


def test_every_class_is_told_of_with_an_example():
    assert set(EXAMPLES) == set(CLASSES)


@pytest.fixture
def differences():
    for library in ("cmarkgfm", "comrak", "selectolax"):
        pytest.importorskip(library, reason="`make oracles` has these in an environment of its own")
    from fuzz.oracles.differences import differences

    return differences


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_all_read_plain_markdown_alike(differences, text):
    assert list(differences(text)) == []


def test_others_are_not_read_by_what_they_are_compared_with(differences, monkeypatch):
    """Whatever meminit would read, the others find what is there."""
    from fuzz.oracles import ours, renderers

    text = TEXTS["links"]
    monkeypatch.setattr(ours, "read", lambda _: renderers.by_cmark("nothing"))
    assert {each.kind for each in differences(text)} == {Kind("targets", "too few", "both")}


@pytest.mark.parametrize(("name", "text"), EXAMPLES.items(), ids=EXAMPLES)
def test_an_example_is_of_its_class(differences, name, text):
    assert name in {known(text, each.kind) for each in differences(text)}


def test_what_is_odd_is_the_same_each_time_and_never_the_same_twice():
    first, again = ([odd.Writer(Random(number)).body() for number in range(200)] for _ in range(2))
    assert first == again
    assert len(set(first)) > 195
    assert {mark for mark in "[]()<>`*|#&\\" if mark in "".join(first)} == set("[]()<>`*|#&\\")


def test_no_class_takes_in_what_is_plain():
    kinds = [
        Kind(facet, side, "both") for facet in ("targets", "headings", "anchors") for side in ("too few", "too many")
    ]
    assert [known("[a](b.md)", kind) for kind in kinds] == [None] * len(kinds)


def test_what_is_not_needed_is_left_out():
    assert shrunk("some words, a[ and ]b others", lambda less: "[" in less and "]" in less, 5) == "[]"
