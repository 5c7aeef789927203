"""Tells what a writer probably did where YAML met a colon that it does not allow, or missed one."""

import re
from typing import NamedTuple

_NO_BLANK = re.compile(r" *(?:- +)*[\w.-]+:(?=[^\s:])")  # a key, and a value right behind its colon
_FIELD = re.compile(r" *(?:- +)*[^\s:][^:]*: +[^\s#]")
_KEY = re.compile(r" *(?:- +)*[\w.-]+")


_BLANK_LINE = re.compile(r"^[ \t\r]*$", re.MULTILINE)


class Slip(NamedTuple):
    at: int
    words: str


def of_colon(text: str, index: int) -> Slip | None:
    """What to say of a colon at this index, and where; None where it is to blame itself."""
    start = text.rfind("\n", 0, index) + 1
    if not _KEY.fullmatch(text, start, index):
        return None
    above, begins = _line_above(text, start)
    slip = _without_blank(above, begins)
    if slip:
        return slip
    if _FIELD.match(above) and _indent(text[start:index]) > _indent(above):
        words = "this line is indented deeper than the one above, which has a value already"
        return Slip(start + _indent(text[start:index]), words)
    return None


def of_key(text: str, index: int) -> Slip | None:
    """What to say of a key without a colon that begins at this index; None where nothing but that is known."""
    start = text.rfind("\n", 0, index) + 1
    slip = _without_blank(text[start:].partition("\n")[0], start)
    if slip is None and _BLANK_LINE.search(text, 0, max(start - 1, 0)):
        return Slip(index, "a key without a colon; if the front matter ends above, the --- that closes it is missing")
    return slip


def _without_blank(line: str, begins: int) -> Slip | None:
    """Where a key has its value right behind its colon, if the line begins so."""
    found = _NO_BLANK.match(line)
    if not found or ": " in line:
        return None
    return Slip(begins + found.end() - 1, "a blank is missing behind this colon")


def _line_above(text: str, start: int) -> tuple[str, int]:
    """The last line before this place that says anything, and where it begins."""
    end = len(text[:start].rstrip())
    begins = text.rfind("\n", 0, end) + 1
    return text[begins:end], begins


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
