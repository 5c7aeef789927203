"""Removes a definition of a link that nothing uses, or that does not count because an earlier one has its label."""

import re
from itertools import takewhile
from typing import NamedTuple

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit

# A line of a title that begins with a letter cannot begin anything else.
_WITHIN = r"(?:[^%s\\\n]|\\[^\n]|\n(?=[ \t]*[^\W\d_]))*+"
_TITLES = ('"' + _WITHIN % '"' + '"', "'" + _WITHIN % "'" + "'", r"\(" + _WITHIN % "()" + r"\)")
_WHOLE = re.compile(
    r" {0,3}\[(?!\^)[^\[\]\n]+\]:[ \t]*(?:\n[ \t]*)?(?P<target><[^<>\n]*>|[^\s<]\S*)"
    rf"(?P<title>(?:[ \t]+|[ \t]*\n[ \t]*)(?:{'|'.join(_TITLES)}))?[ \t]*(?=\n|\Z)"
)
# What may be a title all the same: a line whose first quote is not closed on it.
_OPEN = re.compile(r"""\n[ \t]*(?:"[^"\\\n]*+(?!")|'[^'\\\n]*+(?!')|\([^()\\\n]*+(?!\)))""")
_MOST = 50  # lines


class _Definition(NamedTuple):
    """Where a definition leads, and how many lines it takes."""

    target: str
    lines: int


def correct(finding: Finding, page: Page, _known: Known) -> Result:
    number = finding.line or 0
    found = _definition(page, number)
    if found is None:
        return Stays("no_clear_correction", "something else may stand on its line")
    safe = True
    if finding.code == "DUPLICATE_DEFINITION":
        first = finding.context.get("first")
        other = _definition(page, first) if isinstance(first, int) else None
        safe = other is not None and other.target == found.target
    every = range(number, number + found.lines)
    old = "".join(page.lines[each - 1] + page.line_end_of(each) for each in every)
    return Corrected((TextEdit(number, 1, old, "", finding.code),), safe)


def _definition(page: Page, number: int) -> _Definition | None:
    """A definition that takes whole lines, and nothing but it."""
    if number < 1:
        return None
    following = page.lines[number - 1 : number - 1 + _MOST]
    text = "\n".join(takewhile(str.strip, following))
    found = _WHOLE.match(text)
    if found is None or (not found["title"] and _OPEN.match(text, found.end())):
        return None
    return _Definition(found["target"].strip("<>"), found[0].count("\n") + 1)


CORRECTION = Correction(("UNUSED_DEFINITION", "DUPLICATE_DEFINITION"), correct)
