"""Finds which fields front matter has, what kinds of values they have, and which of them documents must have."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from meminit.model.node import Plain
from meminit.surveying.evidence import Fields, Share

REQUIRED_SHARE = 0.98  # nearly all; the rest are mistakes that a check should find
LEAST_EVIDENCE = 3  # documents; what fewer documents do is no convention
RARE_SHARE = 0.05  # of the documents; a rarer kind of value is taken for a mistake
DESCRIBED_SHARE = 0.01  # of the documents; a rarer field is not described in a schema
MOST_FIELDS = 100  # reported and proposed; more would not be read
MOST_NAMES = 20_000  # different names that are counted; more are made by a program
MOST_VALUES = 12  # different values that may be a choice
_REPEATED = 5  # times, on average, that each value of a choice is used
_LONGEST_VALUE = 60  # characters of a value of a choice
_LONGEST_NAME = 100  # characters

KINDS = ("text", "date", "number", "boolean", "list", "mapping", "empty")
_BY_TYPE: Mapping[type, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    list: "list",
    dict: "mapping",
    type(None): "empty",
}
# What YAML reads as dates and numbers without quotes. Here they are text, as they are written.
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}([Tt ].*)?", re.ASCII)
_NUMBER = re.compile(
    r"[-+]?(0x[0-9a-f_]+|0b[01_]+|[0-9][0-9_]*(\.[0-9_]*)?(e[-+]?[0-9]+)?|\.[0-9][0-9_]*|\.inf|[0-9]+(:[0-5]?[0-9])+)|\.nan",
    re.ASCII | re.IGNORECASE,
)


class Field(NamedTuple):
    """`filled` counts the documents where it has a value; `values` are those of a choice, and empty if it is none."""

    name: str
    documents: int
    filled: int
    kinds: Mapping[str, int]
    is_required: bool
    values: Mapping[str, int]
    column: tuple[Plain, ...]

    @property
    def usual(self) -> tuple[str, ...]:
        """The kinds that are not so rare that they are mistakes."""
        return tuple(kind for kind in KINDS if Share(self.kinds.get(kind, 0), self.documents).is_at_least(RARE_SHARE))


class Found(NamedTuple):
    """The most frequent fields, how many different fields there are, and how many documents have front matter."""

    fields: tuple[Field, ...]
    different: int
    documents: int

    def get(self, name: str) -> Field | None:
        return next((each for each in self.fields if each.name == name), None)


class Tally(NamedTuple):
    """How many values are of each kind, and how often each text occurs among them."""

    kinds: Counter[str]
    texts: Counter[str]


def fields(documents: Iterable[Fields | None]) -> Found:
    understood = [each for each in documents if each is not None]
    columns: dict[str, list[Plain]] = {}
    for each in understood:
        for name, value in each.items():
            column = columns.get(name)
            if column is not None:
                column.append(value)
            elif len(columns) < MOST_NAMES:
                columns[name] = [value]
    named = sorted((each for each in columns.items() if len(each[0]) <= _LONGEST_NAME), key=_order)
    most = islice(named, MOST_FIELDS)
    return Found(tuple(_field(*each, len(understood)) for each in most), len(columns), len(understood))


def _order(column: tuple[str, list[Plain]]) -> tuple[int, str]:
    return -len(column[1]), column[0]


def _field(name: str, values: list[Plain], documents: int) -> Field:
    tallied = tally(values)
    found = tallied.kinds
    filled = len(values) - found["empty"]
    is_required = documents >= LEAST_EVIDENCE and Share(filled, documents).is_at_least(REQUIRED_SHARE)
    ordered = {kind: found[kind] for kind in KINDS if found[kind]}
    return Field(name, len(values), filled, ordered, is_required, _choice(tallied), tuple(values))


def _choice(tallied: Tally) -> Mapping[str, int]:
    """The values if all are text, and a few of them are used again and again."""
    counts = tallied.texts
    is_choice = (
        tallied.kinds.keys() == {"text"}
        and 1 < len(counts) <= MOST_VALUES
        and counts.total() >= _REPEATED * len(counts)
        and all(len(each) <= _LONGEST_VALUE for each in counts)
    )
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0]))) if is_choice else {}


def tally(values: Sequence[Plain]) -> Tally:
    texts = Counter(each for each in values if isinstance(each, str))
    kinds = Counter(_BY_TYPE[type(each)] for each in values if not isinstance(each, str))
    for text, count in texts.items():
        kinds[kind_of_text(text)] += count
    return Tally(kinds, texts)


def kind_of_text(text: str) -> str:
    if not text.strip():
        return "empty"
    if _DATE.fullmatch(text):
        return "date"
    return "number" if _NUMBER.fullmatch(text) else "text"
