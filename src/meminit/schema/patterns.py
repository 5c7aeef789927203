"""What regular expressions come to, estimated from above: the memory that they take and the time to match them."""

import re
from collections.abc import Iterable, Mapping

from meminit.schema.expansion import Schema

MOST_ROOM = 1_000_000  # of less than 200 bytes
ENGINE_ROOM = 8_192  # bytes in which an engine keeps what it has worked out, for each pattern
_USUAL_ROOM = 150  # of a pattern of any size, with what is worked out of it
_WIDE_ROOM, _WIDE_PACE = 10, 3  # of what stands for characters of all scripts, in hundreds of ranges
_CLASS_ROOM = 600  # of `\p{L}` and the like
_CHEAP_CLASS = 16  # characters of ASCII that a class can name for as much as one
_ENDLESS = 1 << 40
_PIECE = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{[0-9]*(?:,[0-9]*)?\}|.", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+")
_DIGITS = 12  # of a number of repetitions; no engine takes more
_WIDE = re.compile(r"\\[WDSs]|^\.$|^\[\^")


def room(schemas: Iterable[Schema]) -> int:
    """The memory for all patterns of these schemas once they are compiled."""
    patterns: set[str] = set()
    for schema in schemas:
        named = schema.get("patternProperties")
        every = [schema.get("pattern"), *(named if isinstance(named, Mapping) else ())]
        patterns.update(each for each in every if isinstance(each, str))
    return sum(_USUAL_ROOM + _size(each, _WIDE_ROOM) for each in patterns)


def pace(pattern: object) -> int:
    """The places in a pattern that may have to be looked at for each character of a text."""
    return _size(pattern, _WIDE_PACE) if isinstance(pattern, str) else 0


def _size(pattern: str, wide: int) -> int:
    """Each repetition is one more copy of what is repeated."""
    groups, last = [0], 0
    for piece in _PIECE.findall(pattern):
        if piece == "(":
            groups.append(0)
        if piece == ")" and len(groups) > 1:
            last = groups.pop() + 1
        elif piece[0] == "{" and len(piece) > 1:
            times = max(1, *(int(each[:_DIGITS]) for each in _NUMBER.findall(piece)), 1)
            groups[-1], last = groups[-1] - last, last * times
        else:
            last = _atom(piece, wide)
        last = min(last, _ENDLESS)
        groups[-1] += last
    return sum(groups)


def _atom(piece: str, wide: int) -> int:
    if "\\p" in piece or "\\P" in piece:
        return _CLASS_ROOM + len(piece)
    has_only_ascii = piece.isascii() and "\\u" not in piece and "\\x" not in piece
    ranges = len(piece) // _CHEAP_CLASS if has_only_ascii else len(piece.encode())
    return ranges + (wide if _WIDE.search(piece) else 1)
