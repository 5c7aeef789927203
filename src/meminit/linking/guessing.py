"""Guesses which of many names was meant, in a time that does not grow with their number."""

from collections.abc import Iterable

from meminit.words import MOST_HINTS, nearest

_FEW = 100  # among so many, each can be compared


class Guesses:
    """How many guesses a document may still ask for."""

    def __init__(self) -> None:
        self._left = MOST_HINTS

    def renew(self) -> None:
        self._left = MOST_HINTS

    def spend(self) -> bool:
        self._left -= 1
        return self._left >= 0


class Near:
    """Names that can be asked which of them another one resembles."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = sorted(names)
        self._by_edge: dict[str, list[str]] = {}
        if len(self._names) > _FEW:
            for name in self._names:
                for edge in _edges(name):
                    self._by_edge.setdefault(edge, []).append(name)

    def nearest(self, name: str) -> str | None:
        """The name that was probably meant; among many, only one that begins or ends alike can be found."""
        if not self._by_edge:
            return nearest(name, self._names)
        return nearest(name, dict.fromkeys(each for edge in _edges(name) for each in self._by_edge.get(edge, ())))


def _edges(name: str) -> tuple[str, str]:
    folded = name.casefold()
    return f"^{folded[:4]}", f"{folded[-7:]}$"
