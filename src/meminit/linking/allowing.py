"""Which anchors the entries of a document may stand for, such as patterns of what its templates make."""

from collections.abc import Iterable, Mapping, Sequence

from meminit.model import open_set
from meminit.sources.wildcards import Automaton, Glob, bits_of

_FEW = 20  # patterns that are tried one by one, since an automaton takes longer to make
_MOST_CHARACTERS = 30_000  # of all patterns together; more of them may be anything


class Allowing:
    """Includes among the `entries` count nothing."""

    def __init__(self, entries: Iterable[str]) -> None:
        patterns, every = open_set.patterns_and_words(entries)
        self._allows_all = "*" in patterns or sum(map(len, patterns)) > _MOST_CHARACTERS
        self._few = [each.split("*") for each in patterns] if len(patterns) <= _FEW else []
        is_plain = self._allows_all or self._few
        self._automaton = None if is_plain else Automaton(enumerate(map(_glob, patterns)))
        self._holders = _bits(every)

    def __call__(self, fragment: str) -> bool:
        """Whether one of them may stand for this anchor."""
        if self._allows_all or any(_fits(each, fragment) for each in self._few):
            return True
        if self._automaton and self._automaton.matching(fragment):
            return True
        asked = open_set.words_of(fragment)
        left = -1
        for word in asked:
            left &= self._holders.get(word, 0)
        return bool(asked and left)


def _fits(pieces: Sequence[str], text: str) -> bool:
    """Whether these pieces stand in the text, one behind the other, from its beginning to its end."""
    first, last = pieces[0], pieces[-1]
    at, end = len(first), len(text) - len(last)
    if len(pieces) == 1:
        return text == first
    if at > end or not text.startswith(first) or not text.endswith(last):
        return False
    for each in pieces[1:-1]:
        at = text.find(each, at, end) + len(each)
        if at < len(each):
            return False
    return True


def _glob(pattern: str) -> Glob:
    pieces = pattern.split("*")
    stars, at = [], 0
    for each in pieces[:-1]:
        at += len(each)
        stars.append(at)
    return Glob(tuple("".join(pieces)), tuple(stars))


def _bits(every: Iterable[frozenset[str]]) -> Mapping[str, int]:
    """For each word a number that has a bit for each of the sets that hold it."""
    found: dict[str, list[int]] = {}
    for number, words in enumerate(every):
        for word in words:
            found.setdefault(word, []).append(number)
    return {word: bits_of(numbers) for word, numbers in found.items()}
