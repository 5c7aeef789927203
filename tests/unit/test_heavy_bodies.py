"""No text makes the reading of a body, or the following of its links, cost more than its length is worth."""

import time

import pytest

from meminit.config.settings import Links
from meminit.documents import by_pyromark

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
}


@pytest.mark.parametrize("shape", SHAPES)
def test_heavy_body(shape):
    for links in (Links(), Links(slugs="kramdown", wiki=True)):
        before = time.process_time()
        by_pyromark.glance(SHAPES[shape].replace("\0", "\ufffd"), links)
        by_pyromark.read(SHAPES[shape].replace("\0", "\ufffd"), 1, links)
        assert time.process_time() - before < FOR_ALL
