"""Reads a value of the front matter as text, as a number, as a day, as a moment or as a truth value.

Each reading gives None for a value that cannot be read so.
"""

import re
from datetime import UTC, date, datetime, time
from typing import TypeAlias

from meminit.model.node import Plain

Value: TypeAlias = str | int | float | date | None  # a truth value is an int, and a moment a date

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?P<rest>\.[0-9]*)?|(?P<fraction>\.[0-9]+))(?P<exponent>[eE][+-]?[0-9]+)?")
_LONGEST_NUMBER = 400  # characters; the largest number with a fraction has 309 digits
_DATE = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ](?P<clock>(?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)"
    r" ?(?P<zone>[Zz]|[+-][0-9]{2}(?::?[0-5][0-9])?)?)?"
)
_TRUTH = {"true": True, "false": False}


def text(value: Plain) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return _spelled(value) if isinstance(value, int | float) else None


def _spelled(value: float) -> str | None:
    try:
        return str(value)
    except ValueError:  # Python refuses to spell numbers of very many digits
        return None


def number(value: Plain) -> int | float | None:
    if isinstance(value, str):
        return _number_of(value)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _number_of(written: str) -> int | float | None:
    found = _NUMBER.fullmatch(written) if len(written) <= _LONGEST_NUMBER else None
    if found is None:
        return None
    return float(written) if found["rest"] or found["fraction"] or found["exponent"] else int(written)


def when(value: Plain) -> date | None:
    """A moment, if a time of day is written, and else a day."""
    found = _DATE.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return None
    try:
        return _moment(*found.groups()) if found["clock"] else date.fromisoformat(found["day"])
    except ValueError:  # there is no such day or minute
        return None


def _moment(day: str, clock: str, zone: str | None) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}{zone.upper() if zone else 'Z'}")


def day(value: Plain) -> date | None:
    """The day as it is written; what time it was elsewhere does not matter."""
    found = when(value)
    return day_of(found) if found else None


def day_of(found: date) -> date:
    return found.date() if isinstance(found, datetime) else found


def moment(value: Plain) -> datetime | None:
    """A moment without an offset is one of UTC, and a day stands for its beginning."""
    found = when(value)
    if found is None or isinstance(found, datetime):
        return found
    return datetime.combine(found, time.min, UTC)


def truth(value: Plain) -> bool | None:
    if isinstance(value, bool):
        return value
    return _TRUTH.get(value.lower()) if isinstance(value, str) else None


def folded(value: Plain) -> Plain:
    """The value without regard to letter case, in a list that of each item."""
    if isinstance(value, str):
        return value.casefold()
    if isinstance(value, list):
        return [each.casefold() if isinstance(each, str) else each for each in value]
    return value
