"""Reads a day in the notations that people use, as long as it can be only one."""

import re
from datetime import date
from typing import Literal

AMBIGUOUS = "ambiguous"
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_FULL = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
         "december")  # fmt: skip
_YEAR_FIRST = re.compile(r"(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})")
_YEAR_LAST = re.compile(r"(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})")
_PACKED = re.compile(r"(\d{4})(\d{2})(\d{2})")
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.?[ -](\d{1,2})(?:st|nd|rd|th)?,?[ -](\d{4})")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\.?[ -]([A-Za-z]{3,9})\.?,?[ -](\d{4})")
_TIME = re.compile(r"[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$")


def as_date(written: str, order: Literal["dmy", "mdy"] | None) -> str | None:
    """The day as YYYY-MM-DD; AMBIGUOUS where it may be two, None where it is none."""
    text = " ".join(written.split())
    if found := _YEAR_FIRST.fullmatch(text) or _PACKED.fullmatch(text):
        return _day(*map(int, found.groups()))
    if found := _MONTH_FIRST.fullmatch(text):
        return _named(found[3], found[1], found[2])
    if found := _DAY_FIRST.fullmatch(text):
        return _named(found[3], found[2], found[1])
    if found := _YEAR_LAST.fullmatch(text):
        return _of_two(int(found[1]), int(found[2]), int(found[3]), order)
    without_time = _TIME.sub("", text)
    return as_date(without_time, order) if without_time != text else None


def _named(year: str, month: str, day: str) -> str | None:
    name = month.casefold()
    for names in (_MONTHS, _FULL):
        if name in names:
            return _day(int(year), names.index(name) + 1, int(day))
    return _day(int(year), 9, int(day)) if name == "sept" else None


def _of_two(first: int, second: int, year: int, order: str | None) -> str | None:
    readings = {"dmy": _day(year, second, first), "mdy": _day(year, first, second)}
    found = {each for each in readings.values() if each}
    if len(found) <= 1:
        return next(iter(found), None)
    return readings[order] if order else AMBIGUOUS


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
