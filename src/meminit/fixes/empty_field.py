"""Gives an empty field the value that it should have, in its place."""

import re

from meminit.correction import NOT_ON_ONE_LINE, Corrected, Correction, Known, Page, Result, Stays
from meminit.fixes import field_values, yaml_values
from meminit.model.finding import Finding
from meminit.model.node import Scalar
from meminit.model.plan import TextEdit

_OTHERWISE = re.compile(r"[ \t]+(#(?:[^\s#]|#+[^\s#]).*)")  # a comment that was not set off as one
_KEY = re.compile(r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^']|'')*+'|[^\s:#][^:#]*?)[ \t]*:(?=[ \t]|$)""")


def correct(finding: Finding, page: Page, known: Known) -> Result:
    path = page.path_of(finding, "empty")
    name = str(path[0]) if path and len(path) == 1 else ""
    entry = page.entry(name)
    node = entry.node if entry else None
    if entry is None or not isinstance(node, Scalar):
        return Stays("needs_author", "only the author knows what this value should be")
    found = field_values.found(name, page, known, page.type_name, page.judges)
    if found is None:
        return Stays("needs_author", f"only the author knows what {name} should be")
    text = yaml_values.written(found.value, name)
    line = page.lines[entry.line - 1]
    key = _KEY.match(line, entry.column - 1)
    if key is None:
        return NOT_ON_ONE_LINE
    rest = line[key.end() :]
    comment = _OTHERWISE.fullmatch(rest.rstrip(" \t"))
    if comment:
        text = yaml_values.written(comment[1])
        return Corrected(
            (TextEdit(entry.line, key.end() + comment.start(1) + 1, comment[1], text, finding.code),), safe=False
        )
    old = re.match(r"[ \t]*(~|null|Null|NULL|\"[ \t]*\"|'[ \t]*')?(?=[ \t]*(?:#.*)?$)", rest)
    if old is None or node.line not in {entry.line, entry.line + 1}:
        return NOT_ON_ONE_LINE
    if old[1]:
        column = key.end() + old.start(1) + 1
        return Corrected((TextEdit(entry.line, column, old[1], text, finding.code),), found.safe)
    return Corrected((TextEdit(entry.line, key.end() + 1, "", f" {text}", finding.code),), found.safe)


CORRECTION = Correction(("EMPTY_FIELD",), correct)
