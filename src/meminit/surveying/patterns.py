"""Finds the narrowest usual pattern that nearly all of some texts fit, and so how files are named."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from meminit.config.settings import DEFAULT_FILENAME, DEFAULT_INDEX
from meminit.surveying.evidence import Share
from meminit.surveying.fields import RARE_SHARE

NEARLY_ALL = 0.95  # the rest are mistakes that a check should find
_MOST_PIECES = 9  # of an id; a text of more is prose
_MOST_TRIED = 2_000  # texts, enough to see what they have in common
_CLASSES = (("upper", "[A-Z]"), ("lower", "[a-z]"), ("digit", "[0-9]"))
_SPECIAL = re.compile(r"[\\.^$*+?()\[\]{}|]")
_FREE = 3  # characters that a run of letters may be longer or shorter than those that were seen
_MOST_NAMES = 5_000  # different names, enough to see how files are named
# From the strictest to the most lenient; the first one that nearly all names fit is proposed.
_PATTERNS = (
    DEFAULT_FILENAME,
    r"^[a-z0-9_-]+\.md$",
    r"^[a-z0-9._-]+\.md$",
    r"^[A-Za-z0-9._-]+\.md$",
    r"^[a-z0-9._-]+\.(md|markdown)$",
    r"^[A-Za-z0-9._-]+\.(md|markdown)$",
    ".",
)


class Names(NamedTuple):
    """The pattern of file names, and how many folders have an index page of each usual name."""

    pattern: str
    indices: dict[str, int]


def names(found: Iterable[str]) -> Names:
    counts = Counter(found)
    usual = sorted(counts.keys() - set(DEFAULT_INDEX))
    sample = usual[:: len(usual) // _MOST_NAMES + 1]
    pages = sum(counts[name] for name in DEFAULT_INDEX)
    used = [name for name in DEFAULT_INDEX if Share(counts[name], pages).is_at_least(RARE_SHARE)]
    return Names(
        first_fitting(_PATTERNS, sample) or DEFAULT_FILENAME,
        {name: counts[name] for name in sorted(used, key=lambda each: (-counts[each], each))},
    )


def first_fitting(patterns: Sequence[str], texts: Collection[str], share: float = NEARLY_ALL) -> str | None:
    """The first of the patterns that nearly all of the texts fit."""
    for pattern in patterns:
        if fitting(pattern, texts).is_at_least(share):
            return pattern
    return None


def fitting(pattern: str, texts: Collection[str]) -> Share:
    fits = re.compile(pattern, re.ASCII).search
    return Share(sum(1 for each in texts if fits(each)), len(texts))


def common_shape(texts: Sequence[str]) -> str | None:
    """A pattern of letters, digits and the characters between them, as in the most frequent form of the texts."""
    ways: dict[tuple[str, ...], list[list[str]]] = {}
    for text in texts[:_MOST_TRIED]:
        pieces = _pieces(text)
        if len(pieces) <= _MOST_PIECES:
            ways.setdefault(tuple(_class(piece) for piece in pieces), []).append(pieces)
    if not ways:
        return None
    way, samples = max(ways.items(), key=lambda each: (len(each[1]), each[0]))
    columns = zip(*samples, strict=True)
    return "^" + "".join(_piece(kind, column) for kind, column in zip(way, columns, strict=True)) + "$"


def _pieces(text: str) -> list[str]:
    return ["".join(group) for _, group in groupby(text, key=_class_of)]


def _class(piece: str) -> str:
    kind = _class_of(piece[0])
    return kind if kind in {"upper", "lower", "digit"} else piece


def _class_of(character: str) -> str:
    if not character.isascii():
        return character
    if character.isdigit():
        return "digit"
    if character.isalpha():
        return "upper" if character.isupper() else "lower"
    return character


def _piece(kind: str, column: Iterable[str]) -> str:
    """The pattern of a piece: letters that are the same in all texts as they are, numbers with room to grow."""
    seen = set(column)
    named = dict(_CLASSES).get(kind)
    if named is None:
        return _SPECIAL.sub(r"\\\g<0>", kind)
    if len(seen) == 1 and kind != "digit":
        return next(iter(seen))
    lengths = sorted({len(each) for each in seen})
    if kind == "digit":
        return f"{named}{{{lengths[0]},}}" if lengths[0] > 1 else f"{named}+"
    return f"{named}{{{max(1, lengths[0] - _FREE)},{lengths[-1] + _FREE}}}"
