"""No text makes the reading of a body, or the following of its links, cost more than its length is worth."""

import pytest
from tests.support.measuring import cost
from tests.support.timing import slowness, within

from meminit.config.settings import Links
from meminit.documents import by_pyromark, html
from meminit.documents.flavours import FLAVOURS

pytestmark = [pytest.mark.slow, pytest.mark.long]

N = 50_000
FOR_ALL = 5.0  # seconds of CPU, many times what any of them takes; a quadratic cost would take minutes

# Shapes that have made parsers of Markdown slow, as parsers' own tests name them.
SHAPES = {
    "nested strong emphasis": "*a **a " * N + "b" + " a** a*" * N,
    "emphasis closed and never opened": "a_ " * N,
    "emphasis opened and never closed": "_a " * N,
    "links closed and never opened": "a]" * N,
    "links opened and never closed": "[a" * N,
    "emphasis that does not match": "*a_ " * N,
    "emphasis of two kinds": "*a " * N + "_a*_ " * N,
    "emphasis in multiples of three": "a**b" + "c* " * N,
    "links and emphasis": "[ a_" * N,
    "brackets and parentheses": "[ (](" * N,
    "images in nothing": "![[]()" * N,
    "nested brackets": "[" * N + "a" + "]" * N,
    "nested quotations": "> " * N + "a",
    "nested lists": "".join("  " * depth + "* a\n" for depth in range(1000)),
    "null characters": "abc\0de\0" * N,
    "runs of backticks": "".join("e" + "`" * length for length in range(2000)),
    "targets in brackets that never end": "[a](<b" * N,
    "targets that never end": "[a](b" * N,
    "comments that never end": "</" + "<!--" * N,
    "instructions that never end": "a<?" * N,
    "declarations that never end": "a<!A " * N,
    "empty lines in nested lists": "- " * 10_000 + "x" + "\n" * 10_000,
    "emphasis in nested quotations": ">" * N + "a*" * N,
    "many tables": "| a |\n|---|\n| b |\n\n" * (N // 10),
    "wide tables": "|" + "a|" * N + "\n|" + "-|" * N + "\n|" + "b|" * N + "\n",
    # Ours: what this program looks at by itself.
    "tags in tags": "<a" * N,
    "tags with spaces": "<div>\n" + "<a " * N,
    "quotes that never end": "<div>\n" + '<a href="' * N,
    "attributes": "<div>\n<a " + "b=c " * N + ">",
    "tags": "<div>\n" + "<a href=x.md id=é>" * N,
    "headings in HTML": "<div>\n" + "<h2>a</h2>" * N,
    "one srcset": '<img srcset="' + "a.png 1x, " * N + '">',
    "scripts that never end": "<div>\n" + "<script>" * (6 * N),
    "raw text of all kinds that never ends": "<div>\n" + "<style><title><xmp></b>" * N,
    "scripts that end elsewhere": "<div>\n" + "<script></style><style></script>" * N,
    "different attributes": "<div>\n<a " + " ".join(f"b{n}=c" for n in range(N)) + ">",
    "images and no images": '<img srcset="' + "a, ," * N + '">',
    "accents": "# a" + "\u0300\u0316" * N,
    "accents in targets": "[a](#a" + "\u0300\u0316" * N + ")",
    "accents in HTML": "<h2 id=a" + "\u0300\u0316" * N + ">a" + "\u0300\u0316" * N + "</h2>",
    "lists in lists on one line": "* + - " * N + "x",
    "links on one line": "é[a](b.md) " * N,
    "links with escapes": "[a](\\_b&amp;.md 't') " * N,
    "images in links": "[![](a.png)](b.md)" * N,
    "equal headings": "# a\n" * N,
    "headings that collide": "".join(f"# a-{n}\n# a\n" for n in range(N // 2)),
    "definitions": "".join(f"[{n}]: x.md\n" for n in range(N)),
    "equal definitions": "[a]: x.md\n" * N,
    "undefined references": "[a][b] " * N,
    "references": "[a][b] " * N + "\n\n[b]: x.md",
    "undefined footnotes": "a[^b] " * N,
    "footnotes": "".join(f"[^{n}]: a[^{n}]\n\n" for n in range(N // 10)),
    "marks": "{: #a}\n" * N,
    "marks in code": "`a` {: #a} " * N,
    "pages": "[[a|b]] " * N,
    "braces": "# " + "{#a " * N + "}",
    "calls of templates in a heading": "# " + "{{<$" * N,
    "tags in a heading with a brace": "# { " + "<b> " * N,
    "comments that are opened and nothing else": "<!--" * N,
    "comments that are opened, with blanks": "<!-- " * N,
    "comments that are opened behind others": "a <!-- b\n--> <!-- c\n-->\n" + "<!--" * N,
}


# Where flavours and wiki links make a difference: headings, their marks, and doubled brackets.
FLAVOURED = ("#", "{", "<h2", "[[")
PLAIN, FLAVOURFUL = Links(), (Links(slugs="kramdown", wiki=True), Links(slugs="mkdocs"))


@pytest.mark.parametrize("shape", SHAPES)
def test_heavy_body(shape):
    text = SHAPES[shape].replace("\0", "\ufffd")
    for links in (PLAIN, *FLAVOURFUL) if any(each in text for each in FLAVOURED) else (PLAIN,):
        with within(FOR_ALL):
            by_pyromark.quick_scan(text, links)
            by_pyromark.read(text, 1, links)


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_accents_upon_accents(flavour):
    with within(FOR_ALL):
        by_pyromark.read(SHAPES["accents"], 1, Links(slugs=flavour))


def test_a_list_of_a_million_pictures_is_left_where_there_are_too_many():
    with within(1.5):  # three seconds, if a place is looked for each of them
        body = by_pyromark.read('<img srcset="' + "a, " * 1_000_000 + '">', 1, Links(), 20)
    assert body.surplus == (1, 1)


@pytest.mark.parametrize("number", ["9" * 5000, "0" * 5000 + "65", "0" * 5000])
@pytest.mark.parametrize("body", ['<a href="&#{};">', "<h2>&#{};</h2>", '[a](&#{};&amp;"b")'])
def test_a_character_of_many_digits(body, number):
    """Python refuses to convert so many."""
    by_pyromark.read(body.format(number), 1, Links())
    meant = "A" if number.endswith("5") else "\ufffd"
    assert html.unescaped(f"&amp;&#{number};&#65;") == f"&{meant}A"


# The dearest documents that the limits let through: as many findings, headings or tags as there can be of each.
LARGEST = 4 * 1024 * 1024
NEARLY_TOO_MANY = 199_000
DEAREST = {
    "footnotes in a footnote": "[^a]: " * (NEARLY_TOO_MANY // 2),
    "undefined footnotes": "[^a]" * (NEARLY_TOO_MANY // 2),
    "unused footnotes": "[^a]: b\n" * (NEARLY_TOO_MANY // 3),
    "headings": "# a\n" * NEARLY_TOO_MANY,
    "broken links": "".join(f"[a]({n}.md)\n" for n in range(20_000)),
    "undefined references": "".join(f"[a][{n}]\n" for n in range(NEARLY_TOO_MANY // 5)),
    "headings with other marks": "# a\n" * (NEARLY_TOO_MANY * 7 // 8),
    "headings with lines below": "a\n=\n" * (NEARLY_TOO_MANY * 7 // 9),
    "definitions": "".join(f"[{n}]:x\n" for n in range(NEARLY_TOO_MANY * 7 // 15)),
    "lines of a comment": "\N{GRINNING FACE}\n\n<!--\n" + "x\n" * (7 * NEARLY_TOO_MANY),
    "lines of a comment in a list": "-\t<!--\n" + "\tx\n" * (6 * NEARLY_TOO_MANY),
    "comments that nobody closes": "<!--" * (NEARLY_TOO_MANY // 2),
    "emphasis": "*a " * (7 * NEARLY_TOO_MANY),
    "cells of a wide table": "|a" * 20_000 + "|\n" + "|-" * 20_000 + "|\n" + "x\n" * (6 * NEARLY_TOO_MANY),
    "lines in nested lists": "- " * 70 + "a\n" + "x\n" * (6 * NEARLY_TOO_MANY),
    "indented lines in nested lists": "- " * 70 + "a\n" + "\tx\n" * (6 * NEARLY_TOO_MANY),
}
TOO_LARGE = {
    "scripts": "<script>",
    "footnotes": "[^a]",
    "definitions": "[a]:\n",
    "references": "[a][b]",
    "quotations": ">",
    "lists": "- ",
    "lines": "-\r+\r",
    "headings": "#\n",
}
BEYOND = {
    "headings with lines below": "a\n=\n" * 690_000,
    "quotations and lines": ">" * 99_000 + "a\n" + "|x|\n" * 99_000,
    "lists and lines": "- " * 90_000 + "a\n" + "x\n" * 90_000,
    "lists by indentation": "".join(f"{depth * '  '}-\n" for depth in range(1_400)) + "x\n" * 900_000,
}
# One piece as long as the document: what begins it, what is repeated, what ends it. An expression whose groups may give
# back what they took keeps something in memory for each repetition.
LONG = {
    "a tag of attributes": ("<i", " a", ">"),
    "a tag of attributes with values": ("x <i", " a='b'", ">"),
    "the name of a tag": ("<", "a", ">"),
    "a target of folders": ("[a](a", "/a", ")"),
    "a target of folders in HTML": ("<div>\n<a href='a", "/a", "'>"),
    "a target of folders in a definition": ("[a]\n\n[a]: a", "/a", "\n"),
    "a target in angle brackets": ("[a](<", "a ", ">)"),
}
# Of a run as a whole.
MOST_SECONDS = 5.0
MOST_MEMORY = 300  # MiB
FRONT = "---\na: b\n---\n"


def _long(beginning, unit, end):
    room = LARGEST - len(FRONT) - len(beginning) - len(end)
    return FRONT + beginning + unit * (room // len(unit)) + end


def _filled(body):
    """Made as long as a document may be with what is no markup."""
    return f"{FRONT}{body}\n\n" + "word ! " * ((LARGEST - len(FRONT) - len(body.encode()) - 2) // len("word ! "))


DOCUMENTS = {
    **{f"within the limits: {name}": _filled(body) for name, body in DEAREST.items()},
    **{f"within the limits: {name}": _long(*pieces) for name, pieces in LONG.items()},
    **{f"beyond: {name}": _filled(body) for name, body in BEYOND.items()},
    **{f"beyond: {name}": FRONT + body * ((LARGEST - len(FRONT)) // len(body)) for name, body in TOO_LARGE.items()},
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_run_stays_small(tmp_path, name):
    pytest.importorskip("resource")
    (tmp_path / "docs").mkdir()
    (tmp_path / ".meminit.toml").write_text('[docs]\nschema = ""\n[id]\nfield = ""\n')
    (tmp_path / "docs" / "a.md").write_text(DOCUMENTS[name], newline="")
    found = cost(tmp_path, "check", "--no-cache", "--jobs", "1")
    assert found.exit in {0, 1}
    assert found.seconds < MOST_SECONDS * slowness()
    assert found.mebibytes < MOST_MEMORY
