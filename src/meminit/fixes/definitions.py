"""Removes a definition of a link that nothing uses, or that does not count because an earlier one has its label."""

import re

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit

_TITLE = r"""(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))"""
_WHOLE = re.compile(rf" {{0,3}}\[(?!\^)[^\[\]]+\]:[ \t]*(?P<target><[^<>\n]*>|[^\s<]\S*)(?:[ \t]+{_TITLE})?[ \t]*")
_WITHOUT_TITLE = re.compile(r" {0,3}\[(?!\^)[^\[\]]+\]:[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)[ \t]*")
_TITLE_ALONE = re.compile(rf"[ \t]*{_TITLE}[ \t]*")


def correct(finding: Finding, page: Page, _known: Known) -> Result:
    number = finding.line or 0
    target = _target(page, number)
    if target is None:
        return Stays("no_clear_correction", "something else may stand on its line")
    safe = True
    if finding.code == "DUPLICATE_DEFINITION":
        first = finding.context.get("first")
        safe = isinstance(first, int) and _target(page, first) == target
    old = page.lines[number - 1] + page.line_end_of(number)
    return Corrected((TextEdit(number, 1, old, "", finding.code),), safe)


def _target(page: Page, number: int) -> str | None:
    """Where a definition leads that takes its line, and nothing but it."""
    if not 1 <= number <= len(page.lines):
        return None
    line = page.lines[number - 1]
    found = _WHOLE.fullmatch(line)
    following = page.lines[number] if number < len(page.lines) else ""
    if found is None or (_WITHOUT_TITLE.fullmatch(line) and _TITLE_ALONE.fullmatch(following)):
        return None
    return found["target"].strip("<>")


CORRECTION = Correction(("UNUSED_DEFINITION", "DUPLICATE_DEFINITION"), correct)
