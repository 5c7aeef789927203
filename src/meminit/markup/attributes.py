"""Attributes of blocks, a line of nothing but braces behind one, as Hugo reads them where its configuration says so."""

import re

from meminit.markup.draft import Draft

_LINE = re.compile(r"^[ \t>]*\{[ \t]*(?:\.[\w-]+[ \t]+)*#([\w.:-]+)[^{}\n]*\}[ \t]*$", re.MULTILINE)


def take(draft: Draft) -> None:
    if "#" in draft.text:
        found = list(_LINE.finditer(draft.text))
        code = draft.code(spans=False) if found else ()
        draft.anchors.update(each[1] for each in found if each.start() not in code)
