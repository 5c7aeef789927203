"""Finds the fields of a document by their paths, and reads their values as text, number, day, moment or boolean.

Each way to read a value returns None for a value that cannot be read that way. A missing field is None as well.
"""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from typing import TypeAlias

from meminit.model.node import Plain

Fields: TypeAlias = Mapping[str, Plain]
Condition: TypeAlias = Callable[[Fields], bool]
Find: TypeAlias = Callable[[Fields], Plain]
Value: TypeAlias = str | int | float | date | None  # a boolean is an int, and a moment a date

FRONT_MATTER = "front_matter"  # the name of the field that holds all of the front matter

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?P<rest>\.[0-9]*)?|(?P<fraction>\.[0-9]+))(?P<exponent>[eE][+-]?[0-9]+)?")
_LONGEST_NUMBER = 400  # characters; the largest number with a fraction has 309 digits
_DATE = re.compile(
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
    r"(?:[Tt ](?P<clock>(?:[01][0-9]|2[0-3]):[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)"
    r" ?(?P<zone>[Zz]|[+-][0-9]{2}(?::?[0-5][0-9])?)?)?"
)
_TRUTH = {"true": True, "false": False}


def fields_of(front_matter: dict[str, Plain] | None, path: str, namespace: str) -> dict[str, Plain]:
    """The fields of a document that an expression can name: its front matter, and those that every document has."""
    own: dict[str, Plain] = {"path": path, "namespace": namespace}
    return own if front_matter is None else {**front_matter, **own, FRONT_MATTER: front_matter}


def finder(path: tuple[str, ...]) -> Find:
    name, *steps = path

    def find(fields: Fields) -> Plain:
        here = fields.get(name)
        for step in steps:
            here = here.get(step) if isinstance(here, dict) else None
        return here

    return find


def folding(find: Find) -> Find:
    return lambda fields: folded(find(fields))


def presence(path: tuple[str, ...]) -> Condition:
    """Whether there is such a field, with a value or without."""
    *above, name = path
    if not above:
        return lambda fields: name in fields
    find = finder(tuple(above))

    def is_there(fields: Fields) -> bool:
        holder = find(fields)
        return isinstance(holder, dict) and name in holder

    return is_there


def name_of(path: tuple[str, ...]) -> str:
    """The field that a path begins with; for a path into `front_matter`, the field there."""
    return path[1] if path[0] == FRONT_MATTER and len(path) > 1 else path[0]


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
    """A moment if a time of day is written, else a day."""
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
    """The day as it is written, whatever the offset of a moment is."""
    found = when(value)
    return day_of(found) if found else None


def day_of(found: date) -> date:
    return found.date() if isinstance(found, datetime) else found


def moment(value: Plain) -> datetime | None:
    """A moment without an offset is in UTC, and a day is read as its beginning."""
    found = when(value)
    if found is None or isinstance(found, datetime):
        return found
    return datetime.combine(found, time.min, UTC)


def truth(value: Plain) -> bool | None:
    if isinstance(value, bool):
        return value
    return _TRUTH.get(value.lower()) if isinstance(value, str) else None


def folded(value: Plain) -> Plain:
    """The value without letter case, in a list each item."""
    if isinstance(value, str):
        return value.casefold()
    if isinstance(value, list):
        return [each.casefold() if isinstance(each, str) else each for each in value]
    return value
