"""A footnote is shown behind the body if something refers to it, and otherwise nowhere, as GitHub shows it."""

import pytest
from tests.support.timing import within

from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark

PARSERS = {"pyromark": by_pyromark, "markdown-it-py": by_markdown_it}

# What is written, the targets of links that count, and the anchors, those of the footnotes themselves left out.
CASES = {
    "an open comment in a footnote hides nothing of the body": (
        "x[^1]\n\n[^1]: <!-- open [q](q.md)\n\n[b](b.md)\n\n# h\n",
        ["b.md"],
        ["h"],
    ),
    "nor does one in a footnote that is not shown": (
        "[^1]: <!-- open\n\nx[^2] [b](b.md)\n\n[^2]: [c](c.md)\n",
        ["b.md", "c.md"],
        [],
    ),
    "it hides the footnotes behind it": (
        "x[^1] y[^2]\n\n[^2]: [c](c.md)\n\n[^1]: [a](a.md)\n\n    <!-- open\n\n[b](b.md)\n",
        ["b.md", "a.md"],
        [],
    ),
    "and not those before it, in the order of the references": (
        "x[^2] y[^1]\n\n[^1]: [a](a.md)\n\n    <!-- open\n\n[^2]: [c](c.md)\n",
        ["c.md", "a.md"],
        [],
    ),
    "nor is a reference that stands before a link": (
        "[b](b.md)[^2][d](d.md) y[^1]\n\n[^1]: [a](a.md)\n\n    <!-- open\n\n[^2]: [c](c.md)\n",
        ["b.md", "d.md", "c.md", "a.md"],
        [],
    ),
    "one in the body hides all footnotes": ("x[^1]\n\n- <!-- open\n\n[^1]: [a](a.md)\n", [], []),
    "a comment that ends in its footnote hides nothing else": (
        "x[^1]\n\n[^1]: <!-- [a](a.md) --> [c](c.md)\n\n    [d](d.md)\n",
        ["d.md"],
        [],
    ),
    "a heading in a footnote is an anchor": ("x[^1]\n\n[^1]: # h\n", [], ["h"]),
    "an id in a footnote is an anchor": ('x[^1]\n\n[^1]: a <i id="z">b</i>\n', [], ["z"]),
    "nothing refers to the footnote": (
        '[^1]: # h\n\n    <i id="z">b</i> [a](a.md)\n\n    <h2 id="y">g</h2>\n\n# k\n',
        [],
        ["k"],
    ),
    "another footnote has its label": (
        "x[^1]\n\n[^1]: [a](a.md)\n\n[^1]: [c](c.md)\n\n    # h\n",
        ["a.md"],
        [],
    ),
    "what refers to it stands in a footnote that is not shown": (
        "[^1]: [a](a.md)[^2]\n\n    # g\n\n[^2]: [c](c.md)\n\n    # h\n",
        ["c.md"],
        ["h"],
    ),
    "what refers to it is itself": ("[^1]: [a](a.md)[^1]\n", ["a.md"], []),
    "headings of footnotes are numbered behind those of the body": (
        "x[^1]\n\n[^1]: # h\n\n# h\n\n# h-1\n",
        [],
        ["h", "h-1", "h-2"],
    ),
    "a heading in HTML is left open around a footnote": (
        "<h2>\n\nx[^1]\n\n[^1]: c\n\ny </h2>\n",
        [],
        ["xy"],
    ),
    "a heading in HTML is left open by a footnote": ("x[^1]\n\n[^1]: <h2>\n\ny </h2>\n\n# h\n", [], ["h"]),
    "a definition is used in it": ("x[^1]\n\n[^1]: [a][l]\n\n[l]: a.md\n", ["a.md"], []),
    "a definition is used where it is not shown": ("[^1]: [a][l]\n\n[l]: a.md\n", [], []),
    "a footnote in a quotation": ("> x[^1]\n>\n> [^1]: <!-- open\n\n[b](b.md)\n", ["b.md"], []),
    "a footnote in a list": ("- [^1]: <!-- open\n\nx[^1] [b](b.md)\n", ["b.md"], []),
}


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
@pytest.mark.parametrize(("text", "targets", "anchors"), CASES.values(), ids=CASES)
def test_what_footnotes_hold(parser, text, targets, anchors):
    body = parser.read(text, 1, Links())
    assert [each.target for each in body.links] == targets
    assert sorted(each for each in body.anchors if not each.startswith("fn")) == anchors
    scan = by_pyromark.quick_scan(text, Links())
    assert scan is None or (scan.anchors, scan.link_count) == (body.anchors, len(body.links))
    assert by_pyromark.placed_links(text, 1, Links(), 100) == by_pyromark.read(text, 1, Links()).links


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
def test_a_definition_that_is_used_where_nobody_sees_it_serves_something(parser):
    labels = parser.read("[^1]: [a][l]\n\n[l]: a.md\n\n[k]: b.md\n", 1, Links()).labels
    assert [(each.kind, each.name.lower()) for each in labels] == [("unused", "k"), ("unused_footnote", "1")]


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
def test_what_an_open_comment_hides_is_not_called_undefined(parser):
    text = "x[^1] [a][b]\n\n[^1]: <!-- open\n\n    [c][d]\n\n[e][f]\n\n- <!-- open\n\n[g][h]\n"
    assert [each.name for each in parser.read(text, 1, Links()).labels] == ["b", "f"]


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
@pytest.mark.parametrize(("flavour", "anchors"), [("mkdocs", {"h", "z"}), ("kramdown", set())])
def test_python_markdown_shows_footnotes_that_nothing_refers_to(parser, flavour, anchors):
    body = parser.read("[^1]: a\n    {: #z}\n\n    # h\n", 1, Links(slugs=flavour))
    assert {each for each in body.anchors if not each.startswith("fn")} == anchors


def test_links_in_footnotes_count_against_the_limit_and_none_is_lost_without_a_word():
    unused = "[^1]: " + "[a](a.md) " * 5
    assert by_pyromark.read(f"{unused}\n\n[b](b.md)\n", 1, Links(), 4).surplus == (1, 47)
    assert by_pyromark.read(f"{unused}\n\n[b](b.md)\n", 1, Links(), 6).surplus is None
    used = f"[b](b.md)[^1]\n\n{unused}\n"
    assert by_pyromark.read(used, 1, Links(), 5).surplus == (3, 47)
    assert by_pyromark.read(used, 1, Links(), 6).link_count == 6


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
def test_footnotes_in_footnotes(parser):
    with within(2):
        body = parser.read("x[^0]\n\n" + "".join(f"[^{n}]: " for n in range(300)) + "[a](a.md)\n", 1, Links())
    assert body.links == ()
