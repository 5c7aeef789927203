"""Formulas between dollar signs, where the site takes them out before it reads Markdown: they hold no links."""

import re
from collections.abc import Iterator

from meminit.markup.draft import Draft
from meminit.model.open_set import FILLER

# What holds the sign again, or an empty line, has not ended; a sum of money is followed by a blank, or by a figure.
_FORMULA = re.compile(
    r"(?<!\\)\$\$(?:[^$\\\n]|\\.|\$(?!\$)|\n(?![ \t]*\n))++\$\$"
    r"|(?<![\\$])\$(?![\s$])(?:[^$\n\\]|\\.){1,1000}+(?<!\s)\$(?![\d$])",
    re.DOTALL,
)
_SHOWN = re.compile(r"[^\n]")


def take(draft: Draft) -> None:
    if draft.text.count("$") > 1:
        draft.replace(list(_masks(draft)))


def _masks(draft: Draft) -> Iterator[tuple[int, int, str]]:
    code = draft.code()
    for found in _FORMULA.finditer(draft.text):
        if found.start() not in code:
            yield *found.span(), f"{{{_SHOWN.sub(FILLER, found[0][1:-1])}}}"
