"""What a stranger may repeat, by where it stands: each shape is a pattern of one piece, made any number of times.

In a pattern, `{i}` is the number of the piece, `{w}` a word of a chosen length, `{n}` how many pieces there are, and
`{s}` as many blanks as the piece is deep.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from meminit.sources import limits

_DOCUMENT = limits.DEFAULT.document
_CONFIG = limits.CONFIG - 2_000  # bytes, of which the rest of a configuration takes a part
_MARKS = limits.DEFAULT.marks - 2_000
_LINKS = limits.DEFAULT.links - 100
_MARK = re.compile(r"[\[\]<>#`&\\]")  # what counts as a piece of markup wherever it stands
_HALF_MARK = re.compile(r"[*_~|+\-\n\r]")  # what counts as a seventh
_LINK = re.compile(r"\]\(|\]\[|\[\[|\]:|href|src")


class Place(NamedTuple):
    """How many pieces a place holds, how many bytes of them, and the shapes by their names."""

    most: int
    room: int
    shapes: Mapping[str, str]

    def edge(self, shape: str) -> int:
        """How many pieces of a shape this place holds before a limit refuses the whole document."""
        if self.shapes is not _BODY:
            return self.most
        piece = self.shapes[shape]
        marks = len(_MARK.findall(piece)) + len(_HALF_MARK.findall(piece)) / 7
        return min(_LINKS if _LINK.search(piece) else self.most, int(_MARKS / (marks or 0.01)))


_BODY = {
    "links to nothing": "[a](gone{i}{w}.md)\n\n",
    "links to one missing file": "[a](gone{w}.md) ",
    "links to missing anchors": "[a](#gone{i}{w})\n\n",
    "links to missing anchors elsewhere": "[a](b.md#gone{i}{w}) ",
    "links to anchors": "[a](#x{i}{w})\n\n",
    "links to anchors elsewhere": "[a](b.md#x{i}{w}) ",
    "links upwards": "[a](../{w}/gone{i}.md) ",
    "links through folders": "[a](f/f/f/f/f/f/f/f/f/f/f/f/gone{i}.md) ",
    "links of many folders": "[a]({w}/gone{i}.md) ",
    "addresses of a site": "[a](/p/{w}{i}/q/r) ",
    "encoded links": "[a](%41%42{i}{w}%2e.md) ",
    "wiki links": "[[gone {i}{w}]] ",
    "references": "[a][l{i}{w}] ",
    "references without a definition": "[a][gone{i}{w}] ",
    "definitions": "[l{i}{w}]: gone{i}.md\n",
    "definitions twice": "[l{w}]: gone{i}.md\n",
    "footnotes": "[^n{i}{w}]: a\n\n",
    "marks of footnotes": "a[^n{i}{w}] ",
    "marks of one footnote": "a[^n1] ",
    "headings": "# x{i}{w}\n\n",
    "headings alike": "# x{w}\n\n",
    "headings numbered alike": "# x{w}-{i}\n\n",
    "underlined headings": "x{i}{w}\n===\n\n",
    "raw headings": "<h2>x{i}{w}\n\n",
    "anchors": '<a id="x{i}{w}"></a>\n\n',
    "names": '<a name="x{i}{w}">\n',
    "images": '<img src="gone{i}{w}.png">\n',
    "candidates": '<img srcset="gone{i}{w}.png 1x, {w} 2x">\n',
    "attributes": ' a{i}="{w}"',
    "open tags": "<b ",
    "open quotes": '<a href="',
    "raw text": "<script>",
    "comments": "<!-- {w} -->",
    "open comments": "<!--",
    "instructions": "<?",
    "data": "<![CDATA[",
    "brackets": "[",
    "closed brackets": "[a]",
    "brackets within": "[{w}][",
    "images within": "![",
    "parentheses": "[a](",
    "targets with parentheses": "[a](((((((((b))))))))) ",
    "stars": "*a ",
    "stars and lines": "*a_ ",
    "rows of stars": "**a*",
    "struck": "~~a~~ ",
    "open struck": "~~a ",
    "code": "`{w}` ",
    "runs of backticks": "`{w}a",
    "entities": "&amp;",
    "long entities": "&#00000000{i};",
    "escapes": "\\[",
    "quotations": "> ",
    "quoted lines": "> a{w}\n",
    "quotations within": "{s}> a\n",
    "items": "- ",
    "item lines": "- a{w}\n",
    "items within": "{s}- a\n",
    "numbered items within": "{s}1. a\n",
    "cells": "| a{w} ",
    "rows": "|a|\n",
    "delimiters": "|-",
    "struck cells": "|~~a~~[b](c{i}.md)",
    "fences": "```\n",
    "labels of the block": "> **Label {i}{w}:** a\n",
    "owner of the block": "> **Owner:** {w}\n",
    "marks of the block": "<!-- MEMINIT_METADATA_BLOCK -->\n\n",
    "attributes of headings": "# a {{#x{i}{w}}}\n\n",
    "braces": "{{",
    "marked attributes": "{{: #x{i}{w}}}\n",
    "words": "a{w} ",
    "returns": "\r",
    "lines": "\n",
    "accents": "\u0301\u0323",
    "nothing much": "a",
}
_FIELDS = {
    "fields": "k{i}{w}: v\n",
    "lists": "k{i}: [a, b, c{w}]\n",
    "one list": "k1: [a]\n",
    "references to nothing": "  - GONE-{i}{w}\n",
    "references to itself": "  - PAY-ADR-001\n",
    "folded": "k{i}: >\n  {w}\n",
    "quoted": 'k{i}: "{w}\\n"\n',
    "dates": "k{i}: 2026-01-02\n",
    "wrong values": "k{i}: {{a: {w}}}\n",
    "comments": "# {w}\n",
    "keys of keys": "{s}k:\n",
    "flow": "k{i}: [[[[[[a]]]]]]\n",
    "paths to nothing": "p{i}: gone{i}{w}.md\n",
}
_PATTERNS = {
    "names": "x{i}{w}",
    "stars": "*a*b*c*{i}",
    "stars in a row": "a*a*a*a*a*a*a*a*a*a*{i}",
    "folders": "**/x{i}/**",
    "folders with stars": "*/*/*/*/*/*/x{i}",
    "negated": "!x{i}{w}",
    "classes": "[a-z][a-z][a-z]*{i}",
    "questions": "????????????????{i}",
    "deep": "a/b/c/d/e/f/g/{w}{i}",
    "suffixes": "*{i}{w}.md",
    "all": "/**/*{i}",
}
_REGEX = {
    "repeated groups": "(a|b)",
    "optional": "(?:a?b?)",
    "counted": "[a-z]{{0,50}}",
    "classes": "\\w\\d?",
    "alternatives": "|x{i}{w}",
    "stars": "(?:a*b*)*",
    "letters": "\\p{{L}}{{0,9}}",
}
_SCHEMA = {
    "properties": '"properties/k{i}{w}": {{"type": "integer"}}',
    "paths": '"properties/p{i}": {{"format": "doc-path"}}',
    "ids": '"properties/k{i}": {{"format": "doc-id"}}',
    "patterns": '"patternProperties/^k.*{i}{w}$": {{"type": "integer"}}',
    "many alike": '"patternProperties/k[a-z0-9]*.{{{i}}}": {{"format": "doc-path"}}',
    "required": '"required/k{i}{w}gone": 1',
    "all of": '"allOf/{i}": {{"properties": {{"k{i}": {{"enum": ["{w}"]}}}}}}',
    "any of": '"anyOf/{i}": {{"required": ["gone{i}"]}}',
    "one of": '"oneOf/{i}": {{"properties": {{"k1": {{"type": "array", "minItems": {i}}}}}}}',
    "options": '"enum/{i}": "{w}{i}"',
    "forms": '"properties/k{i}": {{"type": "string", "pattern": "^(a|b|{w}){{0,40}}$"}}',
    "dependencies": '"dependencies/k{i}": {{"required": ["k{n}gone"]}}',
}
# Patterns of routes, and what they mean.
_ROUTES = {
    "by path": "/p/{{a}}/{i}{w}=path:docs/{{a}}",
    "by path, alike": "/p/{{a}}{w}{i}=path:docs/{{a}}",
    "by field": "/p/{{a}}/q{i}=field:a",
    "several": "/{{a}}/{{b}}/{{c}}/{i}=path:docs/{{a}}/{{b}}/{{c}}",
    "all": "/{{a}}=path:{w}{i}/{{a}}",
}

PLACES: Mapping[str, Place] = {
    "body": Place(1_000_000, _DOCUMENT - 70_000, _BODY),
    "other body": Place(1_000_000, _DOCUMENT - 70_000, _BODY),
    "fields": Place(20_000, limits.DEFAULT.front_matter - 500, _FIELDS),
    "schema": Place(3_000, limits.DEFAULT.schema - 1_000, _SCHEMA),
    "docs.include": Place(499, _CONFIG // 2, _PATTERNS),
    "docs.exclude": Place(500, _CONFIG // 2, _PATTERNS),
    "links.ignore": Place(500, _CONFIG // 2, _PATTERNS),
    "paths of an override": Place(500, _CONFIG // 2, _PATTERNS),
    "links.index": Place(20, _CONFIG // 2, {"names": "i{i}{w}.md"}),
    "id.references": Place(100, _CONFIG // 2, {"fields": "k{i}", "references": "r{i}{w}"}),
    "sections": Place(200, _CONFIG // 2, {"names": "x{i}{w}", "gone": "gone {i}{w}"}),
    "types": Place(1_000, _CONFIG // 2, {"folders": "T{i}{w}"}),
    "namespaces": Place(500, _CONFIG // 2, {"beside": "n{i}{w}"}),
    "routes": Place(200, _CONFIG // 2, _ROUTES),
    "id.pattern": Place(2_000, 4_000, _REGEX),
    "docs.filename": Place(2_000, 4_000, _REGEX),
    "ignored files": Place(5_000, limits.IGNORE // 2, _PATTERNS),
    "name of the document": Place(200, 200, {"letters": "a", "numbers": "1-"}),
    "folders of the document": Place(100, 900, {"short": "a/", "long": "a{w}/"}),
    "id of the document": Place(20_000, 60_000, {"letters": "A", "alternatives": "ab"}),
    "files beside it": Place(2_000, 200_000, {"alike": "gone{i}x.md", "others": "{i}{w}.png"}),
    "slugs": Place(1, 100, {name: name for name in ("gitlab", "hugo", "mkdocs", "docusaurus")}),
    "flags": Place(
        1, 100, {"wiki": "wiki = true", "site_root": 'site_root = "docs"', "no md": "implicit_extension = true"}
    ),
}
