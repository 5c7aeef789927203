"""HTML blocks of raw text end where CommonMark and GitHub end them, however their end tags are written."""

import pytest
from tests.support.timing import within

from meminit.config.settings import Links
from meminit.documents import by_markdown_it, by_pyromark

PARSERS = {"pyromark": by_pyromark, "markdown-it-py": by_markdown_it}
NAMES = ["pre", "script", "style", "textarea"]
SPELLINGS = {"small": str.lower, "capital": str.upper, "mixed": str.capitalize}
# Bodies, and the targets of those links that GitHub shows, as cmark-gfm renders them.
CASES = {
    "one that ends on its first line": ("<PRE>x</PRE>\n[a](a.md)\n", ["a.md"]),
    "text behind the end": ("<pre>\nx</PRE> [b](b.md)\n[a](a.md)\n", ["a.md"]),
    "a blank in the end tag": ("<pre>\nx</PRE >\n[b](b.md)\n</pre>\n[a](a.md)\n", ["a.md"]),
    "an end tag on two lines": ("<pre>\nx</PRE\n>\n[b](b.md)\n</pre>\n[a](a.md)\n", ["a.md"]),
    "a longer name": ("<pre>\nx</PREX>\n[b](b.md)\n</pre>\n[a](a.md)\n", ["a.md"]),
    "a start tag with attributes": ('<PRE\nclass="x">\nx</PRE>\n[a](a.md)\n', ["a.md"]),
    "the end tag of another element": ("<pre>\n<script>x</script>\n[a](a.md)\n</pre>\n\n[b](b.md)\n", ["a.md", "b.md"]),
    "the end tag of another element in a script": ("<script>\nx</style>\n[a](a.md)\n", ["a.md"]),
    "in a quotation": ("> <PRE>\n> x</PRE>\n> [a](a.md)\n\n[b](b.md)\n", ["a.md", "b.md"]),
    "in a list": ("- <PRE>\n  x</PRE>\n  [a](a.md)\n\n[b](b.md)\n", ["a.md", "b.md"]),
    "a list ends it": ("- <pre>\n\n[a](a.md)\n\n- </PRE>\n\n[b](b.md)\n", ["a.md", "b.md"]),
    "a start tag amid a line": ("x <pre> </PRE>\n[a](a.md)\n", ["a.md"]),
    "none that begins": ("x\n\n</PRE>\n\n[a](a.md)\n", ["a.md"]),
    "in code": ("```\n<PRE>\n```\n\n[a](a.md) `</PRE>`\n", ["a.md"]),
    "two blocks": ("<PRE>\n\nx</PRE>\n[a](a.md)\n\n<Script>\n\ny</SCRIPT>\n[b](b.md)\n", ["a.md", "b.md"]),
    "a link in it": ('<PRE><a href="a.md">x</a></PRE>\n\n[b](b.md)\n', ["a.md", "b.md"]),
    "a definition behind it": ("<PRE>\nx</PRE>\n[a]: a.md\n\n[a]\n", ["a.md"]),
    "a footnote behind it": ("<PRE>\nx</PRE>\n\ny[^1]\n\n[^1]: [a](a.md)\n", ["a.md"]),
    "the target of a raw link": ('<PRE>\n</PRE>\n\n<A HREF="X/</PRE>.md">x</A>\n', ["X/</PRE>.md"]),
}


def _agree(text, targets):
    for parser in PARSERS.values():
        assert [each.target for each in parser.read(text, 1, Links()).links] == targets
    whole = by_pyromark.read(text, 1, Links())
    assert by_pyromark.placed_links(text, 1, Links(), 100) == whole.links
    scan = by_pyromark.quick_scan(text, Links())
    if scan is not None:
        assert {"".join(each) for each in scan.plain_targets} | {each.target for each in scan.targets} == set(targets)
        assert scan.anchors == whole.anchors


@pytest.mark.parametrize(("text", "targets"), CASES.values(), ids=CASES)
def test_what_follows_a_block_of_raw_text(text, targets):
    _agree(text, targets)


@pytest.mark.parametrize("start", NAMES)
@pytest.mark.parametrize("spelt", SPELLINGS.values(), ids=SPELLINGS)
@pytest.mark.parametrize("end", NAMES)
def test_each_element_ends_at_the_end_tag_of_each(start, end, spelt):
    for begun in SPELLINGS.values():
        _agree(f"<{begun(start)}>\n[x](x.md)\n\nx</{spelt(end)}>\n[a](a.md)\n\n# h\n", ["a.md"])
        _agree(f"<{begun(start)}\n\nx</{spelt(end)}> y\n# h\n", [])
        anchors = {
            parser.read(f"<{begun(start)}> </{spelt(end)}>\n# h\n", 1, Links()).anchors for parser in PARSERS.values()
        }
        assert anchors == {frozenset({"h"})}


def test_everything_is_reported_as_it_is_written():
    text = (
        "<PRE>\nx</PRE>\n"
        "# `</SCRIPT>` and <TextArea></TextArea>\n\n"
        '<SCRIPT></SCRIPT><A HREF="É/</Style>.md">x</A>\n\n'
        "[a](É/</Style>.md) <Style>\n"
    )
    body = by_pyromark.read(text, 1, Links())
    assert [each.text for each in body.headings] == ["</SCRIPT> and"]
    assert [(each.line, each.column, each.target_place) for each in body.links] == [
        (5, 18, (5, 27, "É/</Style>.md")),
        (7, 1, (7, 5, "É/</Style>.md")),
    ]


def test_many_blocks_are_read_in_time():
    with within(3):
        by_pyromark.read("<PRE>\n</PRE>\n[a](a.md)\n" * 30_000, 1, Links())
        by_pyromark.quick_scan("<PRE>" * 100_000 + "</" * 200_000, Links())
