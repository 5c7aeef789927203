"""Guesses which of many names was meant, in a time that does not grow with their number.

A guess is worth telling only if it is clear: a slip of the fingers, a lost ending, another extension. Names that differ
in a number or in a whole word are different things.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from meminit.words import MOST_HINTS

_FEW = 100  # among so many, each can be compared
_LONGEST = 200
_DIGITS = re.compile(r"\d+")
_SEPARATORS = "-_. "
_WORD_END = re.compile(f"[{_SEPARATORS}]+")
_SHORTEST_BEGINNING = 4
_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,8}\Z")


class Guesses:
    """How many guesses a document may still ask for."""

    def __init__(self) -> None:
        self._left = MOST_HINTS

    def renew(self) -> None:
        self._left = MOST_HINTS

    def forgo(self) -> None:
        """For whom only the verdict counts."""
        self._left = 0

    @property
    def were_wanted(self) -> bool:
        """Whether somebody asked for a guess after there were none left."""
        return self._left < 0

    def spend(self) -> bool:
        self._left -= 1
        return self._left >= 0


class _Name(NamedTuple):
    whole: str
    stem: str
    extension: str
    digits: list[str]


class Near:
    """Names that can be asked which of them another one resembles."""

    def __init__(self, names: Iterable[str], *, are_files: bool = False) -> None:
        self._are_files = are_files
        self._names = [self._taken(name) for name in sorted(names) if len(name) <= _LONGEST]
        self._folded: dict[str, list[str]] = {}
        self._by_edge: dict[str, list[_Name]] = {}
        for name in self._names:
            self._folded.setdefault(name.whole.casefold(), []).append(name.whole)
            for edge in _edges(name.stem) if len(self._names) > _FEW else ():
                self._by_edge.setdefault(edge, []).append(name)

    def alike(self, name: str) -> list[str]:
        """The names that differ in letter case at most."""
        return self._folded.get(name.casefold(), [])

    def same(self, name: str) -> str | None:
        """The only one of these."""
        found = self.alike(name)
        return found[0] if len(found) == 1 else None

    def nearest(self, name: str) -> str | None:
        """The name that was meant, if one is nearer than all others; among many it has to begin or end alike."""
        if not name or len(name) > _LONGEST:
            return None
        wanted = self._taken(name)
        ranks: dict[int, set[str]] = {}
        for each in self._candidates(wanted):
            rank = _rank(wanted, each)
            if rank is not None:
                ranks.setdefault(rank, set()).add(each.whole)
        best = ranks[min(ranks)] if ranks else set()
        return best.pop() if len(best) == 1 else None

    def _candidates(self, wanted: _Name) -> Iterable[_Name]:
        if not self._by_edge:
            return self._names
        alike = [self._by_edge.get(edge, ()) for edge in _edges(wanted.stem)]
        return [] if max(map(len, alike)) > _FEW else [name for names in alike for name in names]

    def _taken(self, name: str) -> _Name:
        found = _EXTENSION.search(name) if self._are_files else None
        at = found.start() if found and found.start() else len(name)
        return _Name(name, name[:at].casefold(), name[at:].casefold(), _DIGITS.findall(name))


def _edges(stem: str) -> tuple[str, str]:
    return f"^{stem[:4]}", f"{stem[-4:]}$"


def _rank(wanted: _Name, known: _Name) -> int | None:
    """How far apart two names are; None if they are different things."""
    if wanted.digits != known.digits:
        return None
    other_extension = int(wanted.extension != known.extension)
    if wanted.stem == known.stem:
        return other_extension
    allowed = (len(wanted.stem) + 2) // 5  # letters: one in a name of three, two in one of eight
    slips = distance(wanted.stem, known.stem, min(allowed, 3))
    if slips is not None:
        return 2 * slips + other_extension
    return 10 if not other_extension and _differ_in_an_ending(wanted.stem, known.stem) else None


def _differ_in_an_ending(first: str, second: str) -> bool:
    """Whether one word is longer in one of them, `install` and `installation`, and all others are the same."""
    if first[:1] != second[:1] and first[:1] not in _SEPARATORS and second[:1] not in _SEPARATORS:
        return False  # as nearly always; what follows would find the first words to differ, too
    words, others = _WORD_END.split(first), _WORD_END.split(second)
    pairs = [sorted(pair, key=len) for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if len(words) != len(others) or len(pairs) != 1:
        return False
    shorter, longer = pairs[0]
    return len(shorter) >= _SHORTEST_BEGINNING and longer.startswith(shorter)


def distance(first: str, second: str, limit: int) -> int | None:
    """How many letters have to be put in, left out, changed or swapped; None if more than the limit."""
    if abs(len(first) - len(second)) > limit:
        return None
    letters, others = set(first), set(second)
    if len(letters - others) > limit or len(others - letters) > limit:  # each of them is a slip of its own
        return None
    first, second = _without_what_is_alike(first, second)
    return _slips(first, second, limit)


def _without_what_is_alike(first: str, second: str) -> tuple[str, str]:
    """Both without what they begin and end with in common."""
    shorter = min(len(first), len(second))
    start = 0
    while start < shorter and first[start] == second[start]:
        start += 1
    end = 0
    while end < shorter - start and first[-1 - end] == second[-1 - end]:
        end += 1
    return first[start : len(first) - end], second[start : len(second) - end]


def _slips(first: str, second: str, limit: int) -> int | None:
    """The same, letter by letter; more than the limit apart, two letters cannot stand for each other."""
    width, beyond = len(second), limit + 1
    before: list[int] = []
    row = list(range(width + 1))
    for i, letter in enumerate(first, start=1):
        last, before = before, row
        row = [min(i, beyond)] + [beyond] * width
        for j in range(max(1, i - limit), min(width, i + limit) + 1):
            other = second[j - 1]
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                cost = min(cost, last[j - 2] + 1)
            row[j] = cost
        if min(row) > limit:
            return None
    return row[-1] if row[-1] <= limit else None
