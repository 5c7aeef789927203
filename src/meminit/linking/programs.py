"""The addresses of pages that programs of a site make: the path of each, where in brackets stands what it decides."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from meminit.sources.files import Names
from meminit.sources.wildcards import ANY, Automaton, Glob, numbers_of

_PLACE = re.compile(r"\[[^\]]{0,255}+\]")
_MOST_CHARACTERS = 30_000  # of all addresses with places together
_MOST_TRIED = 10  # of those that one address may be


class _Address(NamedTuple):
    """What stands in each name around the places in it; with `is_open`, more names may follow."""

    names: Sequence[Sequence[str]]
    is_open: bool

    def fits(self, names: Sequence[str]) -> bool:
        if len(names) < len(self.names) or (len(names) > len(self.names) and not self.is_open):
            return False
        return all(_fits(name, texts) for name, texts in zip(names, self.names, strict=False))

    @property
    def glob(self) -> Glob:
        """The same for an automaton, where a place may stand for several names."""
        atoms: list[str] = []
        stars: list[int] = []
        for number, texts in enumerate(self.names):
            atoms += ("/" if number else "") + texts[0]
            for text in texts[1:]:
                stars.append(len(atoms))
                atoms += (ANY, *text)
        return Glob(tuple(atoms), (*stars, len(atoms)) if self.is_open else tuple(stars))


class Programs:
    """`programs` are the address of a folder each, and the path of a program below it."""

    def __init__(self, programs: Iterable[tuple[str, Names]]) -> None:
        self._exact: set[str] = set()
        self._addresses: list[_Address] = []
        self._has_more = False  # programs than are compared
        left = _MOST_CHARACTERS
        for above, names in programs:
            made = _address(above, names)
            if made and not made.is_open and all(len(texts) == 1 for texts in made.names):
                self._exact.add("/".join(texts[0] for texts in made.names))
            elif made:
                left -= len(above) + sum(map(len, names))
                self._has_more = left < 0
                self._addresses += [] if self._has_more else [made]
        every = enumerate(each.glob for each in self._addresses)
        self._automaton = Automaton(every) if self._addresses else None

    def make(self, path: str) -> bool:
        """Whether one of them may make the page at an address, which has no slash at its end."""
        if path in self._exact or self._has_more:
            return True
        fitting = numbers_of(self._automaton.matching(path)) if self._automaton else []
        names = path.split("/")
        return len(fitting) > _MOST_TRIED or any(self._addresses[number].fits(names) for number in fitting)


def _address(above: str, names: Names) -> _Address | None:
    """The addresses of the pages of one program; None for what may be anywhere, or is no page."""
    if any(name.startswith("_") for name in names):
        return None
    stem = names[-1].rpartition(".")[0]
    path = [*names[:-1], *([] if stem == "index" else [stem])]
    if path and path[0].startswith("[..."):
        return None
    rest = next((number for number, name in enumerate(path) if name.startswith("[...")), len(path))
    known = [[each] for each in above.split("/")]
    return _Address([*known, *(_PLACE.split(name) for name in path[:rest])], rest < len(path))


def _fits(name: str, texts: Sequence[str]) -> bool:
    """Whether a name is these texts, with something between each two of them."""
    first, last = texts[0], texts[-1]
    if not texts[1:]:
        return name == first
    at, end = len(first), len(name) - len(last)
    for text in texts[1:-1]:
        found = name.find(text, at + 1, end)
        if found < 0:
            return False
        at = found + len(text)
    return name.startswith(first) and name.endswith(last) and at < end
