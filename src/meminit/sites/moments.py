"""Dates in front matter and in names of files, as addresses hold them."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo

_DATE = re.compile(
    r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"
    r"(?:[Tt ]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?"
    r"\s*(?P<zone>[Zz]|UTC|[+-]\d{2}:?\d{2})?)?"
)
# What stands for a part of a date, in the words of `strftime`.
_PARTS = {
    "year": "%Y", "month": "%m", "day": "%d", "hour": "%H", "minute": "%M", "second": "%S",
    "short_year": "%y", "short_month": "%b", "long_month": "%B", "monthname": "%B", "weekdayname": "%A",
    "short_day": "%a", "long_day": "%A", "y_day": "%j", "week": "%V", "w_year": "%G", "w_day": "%u",
}  # fmt: skip


_NUMBERS = ("year", "month", "day", "hour", "minute", "second")


def moment(text: str | None, zone: str = "") -> datetime | None:
    """The moment that a text names, in a zone; one that names no zone is in that already."""
    found = _DATE.match(text or "")
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(found[name] or 0) for name in _NUMBERS)
    try:
        there = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        if not found["zone"] or (found["zone"].upper() in {"Z", "UTC"} and not zone):
            return there
        return (there - _offset(found["zone"])).astimezone(_zone(zone))
    except (ValueError, OverflowError):
        return None


def _offset(text: str) -> timedelta:
    if not text[-2:].isdigit():
        return timedelta()
    minutes = int(text[1:3]) * 60 + int(text[-2:])
    return timedelta(minutes=-minutes if text[0] == "-" else minutes)


def _zone(name: str) -> tzinfo:
    if not name:
        return UTC
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - seldom wanted

    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # no such zone, or none is known here
        return UTC


def parts_of(when: datetime) -> Mapping[str, str]:
    """The parts of a date, by the names that stand for them in addresses."""
    found = {name: when.strftime(form) for name, form in _PARTS.items()}
    return {
        **found,
        "i_day": str(when.day),
        "i_month": str(when.month),
        "yearday": str(when.timetuple().tm_yday),
        "weekday": str(when.isoweekday() % 7),
    }
