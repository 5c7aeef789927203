"""Tells which fields front matter has, of which kinds their values are, and which of them documents must have."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from meminit.model.node import Plain
from meminit.surveying.evidence import Fields, Share
from meminit.surveying.kinds import KINDS, Tally, tally

REQUIRED_SHARE = 0.98  # nearly all: what is left are mistakes that a check should find
LEAST_EVIDENCE = 3  # documents; what fewer do is no convention
RARE_SHARE = 0.05  # a kind of value that fewer have is taken for a mistake
DESCRIBED_SHARE = 0.01  # of the documents have a field; what fewer have is left to them
MOST_FIELDS = 100  # told and proposed; nobody reads more
MOST_NAMES = 20_000  # followed; whoever has more made them with a program
MOST_VALUES = 12  # different ones that may be a choice
_REPEATED = 5  # times, on the average, that each value of a choice is taken
_LONGEST_VALUE = 60  # characters; a choice is between words, not between texts
_LONGEST_NAME = 100  # characters


class Field(NamedTuple):
    """`filled` counts the documents where it says something; `values` are those of a choice, and none otherwise."""

    name: str
    documents: int
    filled: int
    kinds: Mapping[str, int]
    is_required: bool
    values: Mapping[str, int]
    column: tuple[Plain, ...]

    @property
    def usual(self) -> tuple[str, ...]:
        """The kinds that are not so rare as to be mistakes."""
        return tuple(kind for kind in KINDS if Share(self.kinds.get(kind, 0), self.documents).is_at_least(RARE_SHARE))


class Found(NamedTuple):
    """The most frequent fields, how many there are of all, and the documents with front matter."""

    fields: tuple[Field, ...]
    different: int
    documents: int

    def get(self, name: str) -> Field | None:
        return next((each for each in self.fields if each.name == name), None)


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
    told = sorted((each for each in columns.items() if len(each[0]) <= _LONGEST_NAME), key=_order)
    most = islice(told, MOST_FIELDS)
    return Found(tuple(_field(*each, len(understood)) for each in most), len(columns), len(understood))


def _order(column: tuple[str, list[Plain]]) -> tuple[int, str]:
    return -len(column[1]), column[0]


def _field(name: str, values: list[Plain], documents: int) -> Field:
    told = tally(values)
    found = told.kinds
    filled = len(values) - found["empty"]
    is_required = documents >= LEAST_EVIDENCE and Share(filled, documents).is_at_least(REQUIRED_SHARE)
    ordered = {kind: found[kind] for kind in KINDS if found[kind]}
    return Field(name, len(values), filled, ordered, is_required, _choice(told), tuple(values))


def _choice(told: Tally) -> Mapping[str, int]:
    """The values, where all are text and each of a few is taken again and again."""
    counts = told.texts
    is_choice = (
        told.kinds.keys() == {"text"}
        and 1 < len(counts) <= MOST_VALUES
        and counts.total() >= _REPEATED * len(counts)
        and all(len(each) <= _LONGEST_VALUE for each in counts)
    )
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0]))) if is_choice else {}
