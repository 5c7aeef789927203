"""What cmark-gfm and a browser read, in the classes that docs/50-measurements/oracles.md once had as ours to mend."""

import pytest

from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark

BOTH = [by_pyromark, by_markdown_it]
NOTE = "\n\n[^1]: d\n"

# What is written, the targets of its links, the texts of its headings, and the anchors but for those of footnotes.
CASES = {
    "a blank before a link without text": ("# a [](b.md)\n", ["b.md"], ["a"], {"a-"}),
    "a blank at the end of the text of a link": ("# [a ](b.md)\n", ["b.md"], ["a"], {"a-"}),
    "a blank at the end of a heading": ("# [a](b.md) \n", ["b.md"], ["a"], {"a"}),
    "a footnote in a heading, before a link": (f"# a[^1] [b](c.md){NOTE}", ["c.md"], ["a b"], {"a-b"}),
    "a character of the author's own in a heading": ("# a\x7fb\n", [], ["a\x7fb"], {"ab"}),
    "the heading of a footnote that nothing uses": ("[^1]: # a\n", [], [], set()),
    "the heading of a footnote that something uses": ("x[^1]\n\n[^1]: # a\n", [], ["a"], {"a"}),
    "the heading of a footnote that is there already": ("x[^1]\n\n[^1]: b\n\n[^1]: # a\n", [], [], set()),
    "a break in the text of an image": ("a![b\nc](d.png)e\n===\n", ["d.png"], ["ae"], {"ae"}),
    "a tag within the name of a tag": ("<b>\n<c<a href=d.md>\n", [], [], set()),
    "tags with such names": ("<b>\n<c<d>\n<a href=e.md>\n", ["e.md"], [], set()),
    "a raw heading that is not closed": ("<h2>a\n", [], [], {"a"}),
    "a raw heading that another one closes": ("<h2>a<h3>b</h3>\n", [], [], {"a", "b"}),
    "a raw heading that a heading closes": ("<h2>a\n\n# b\n", [], ["b"], {"a", "b"}),
    "an open raw heading, and what follows it": ("<h2>a\n\n*b* c\n", [], [], {"a", "a-b-c"}),
    "a raw heading that is left open without text": ("<h2>\n\n# b\n", [], ["b"], {"b"}),
    "a raw heading that is left open in a footnote": ("x[^1]\n\n[^1]: <h2>a\n\ny\n", [], [], {"a"}),
    "numbers behind an open raw heading": ("# a\n\n<h2>a <b>x</b>\n\n# a\n", [], ["a", "a"], {"a", "a-x", "a-1"}),
    "a tag without an end before a heading": ("<p\n\n# a\n", [], [], set()),
    "a tag without an end, and a paragraph": ("<p\n\nb\n\n# a\n", [], ["a"], {"a"}),
    "a tag without an end, and a quotation": ("<p\n\n> # a\n", [], ["a"], {"a"}),
    "a tag without an end, and a line": ("<p\n\n***\n\n# a\n", [], ["a"], {"a"}),
    "a tag without an end, and code": ("<p\n\n```\n```\n\n# a\n", [], ["a"], {"a"}),
    "a tag without an end, and a list": ("<p\n\n- # a\n", [], ["a"], {"a"}),
    "a tag with an end": ("<p>\n\n# a\n", [], ["a"], {"a"}),
    "a space without a break in an attribute": (
        "<a href=b.md\u00a0c id=d\u2003e>x</a>\n",
        ["b.md\u00a0c"],
        [],
        {"d\u2003e"},
    ),
    "names of characters in an attribute": (
        '<a href="a&ampg">x</a><a href="b?c&copy=d">x</a><a href="e&amp;f">x</a><a href="g&amp">x</a>\n',
        ["a&ampg", "b?c&copy=d", "e&f", "g&"],
        [],
        set(),
    ),
    "blanks that end an attribute": ("<a href=b.md id=d>x</a>\n", ["b.md"], [], {"d"}),
}


def _read(parser, text):
    body = parser.read(text, 1, Links())
    anchors = {each for each in body.anchors if not each.startswith(("fn-", "fnref"))}
    return [each.target for each in body.links], [each.text for each in body.headings], anchors


@pytest.mark.parametrize("parser", BOTH, ids=["pyromark", "markdown-it-py"])
@pytest.mark.parametrize(("text", "targets", "headings", "anchors"), CASES.values(), ids=CASES)
def test_it_is_read_like_there(parser, text, targets, headings, anchors):
    assert _read(parser, text) == (targets, headings, anchors)
    scan = by_pyromark.quick_scan(text, Links())
    assert scan is None or scan.anchors == by_pyromark.read(text, 1, Links()).anchors


@pytest.mark.parametrize(
    "text",
    [
        f"z[t[^1]\nu](gone.md){NOTE}",
        f"z[t[^1] u](gone.md){NOTE}",
        f"- z[t[^1]\n  u\n  v](gone.md){NOTE}",
        f"> z [t\n> [^1]](gone.md){NOTE}",
        f"z[t[^1]\nu][l]\n\n[l]: gone.md{NOTE}",
    ],
)
def test_a_footnote_in_the_text_of_a_link(text):
    """The stand-in, which has no columns either, makes no link of it."""
    assert _read(by_pyromark, text)[0] == ["gone.md"]
    assert [each.kind for each in by_pyromark.read(text, 1, Links()).labels] == []


def test_a_paragraph_ends_the_search_for_a_link():
    assert _read(by_pyromark, f"[a[^1]\n\nb](c.md){NOTE}")[0] == []
