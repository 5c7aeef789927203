"""Where things stand in a text: the line and column of a byte, and the target of a link as it is written.

Columns count characters.
"""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from io import StringIO
from itertools import accumulate
from typing import NamedTuple

from meminit.documents.html import unescaped

LINE_END = re.compile(rb"\r\n|\n|\r")
_CONTINUATIONS = bytes(range(0x80, 0xC0))  # every other byte of UTF-8 begins a character
_STEP = 4096  # characters are counted once for each such piece of a long line, whatever is asked
# A target in angle brackets, or one without spaces; what is escaped belongs to it. Possessive: see PLAIN.
_RAW = re.compile(rb"<((?:[^<>\\\r\n]++|\\.)*+)>|((?:[^\s<\\]|\\.)(?:[^\s\\]++|\\.)*+)", re.DOTALL)
_GAP = re.compile(rb"[\s>]*")  # between a label and its target; in a quotation a line begins with >
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TRIES = 8
Found = tuple[int, str] | None
NO_SHIFTS: Mapping[int, int] = {}


class Positions:
    """`shifts` says how many characters were taken away from the beginning of a line, by its index."""

    def __init__(self, data: bytes, first_line: int, shifts: Mapping[int, int] = NO_SHIFTS) -> None:
        self.data = data
        self._shifts = shifts
        lengths = map(len, data.splitlines(keepends=True))  # bytes end lines as Markdown does
        self.starts = array("q", accumulate(lengths, initial=0))  # there may be a million
        self._first_line = first_line
        self._is_ascii = data.isascii()
        self._counts: dict[int, list[int]] = {}

    def of(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self.starts, offset) - 1
        start, first = self.starts[index], 1
        if self._shifts:
            first += self._shifts.get(index, 0)
        if self._is_ascii:
            return self._first_line + index, offset - start + first
        return self._first_line + index, self._characters(start, offset) + first

    def line_of(self, offset: int) -> int:
        return self._first_line + bisect_right(self.starts, offset) - 1

    def start_of_line(self, offset: int) -> int:
        return self.starts[bisect_right(self.starts, offset) - 1]

    def _characters(self, start: int, offset: int) -> int:
        if offset - start < _STEP:
            return _count(self.data[start:offset])
        if start not in self._counts:
            self._counts[start] = [0]
        counts = self._counts[start]
        whole = (offset - start) // _STEP
        while len(counts) <= whole:
            piece = start + (len(counts) - 1) * _STEP
            counts.append(counts[-1] + _count(self.data[piece : piece + _STEP]))
        return counts[whole] + _count(self.data[start + whole * _STEP : offset])


def _count(data: bytes) -> int:
    return len(data.translate(None, _CONTINUATIONS))


class Piece(NamedTuple):
    """Some text of a document, and the offset where it stands."""

    text: str
    at: int


class Joined:
    """Text that stands in pieces, put together, and where its characters stand in the document."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        text, length = StringIO(newline=""), 0
        self._starts, self._places = array("q"), array("q")  # there may be a piece for each of a million lines
        for piece in pieces:
            self._starts.append(length)
            self._places.append(piece.at)
            length += text.write(piece.text)
        self.text = text.getvalue()
        self._is_ascii = self.text.isascii()
        self._sizes: dict[int, list[int]] = {}

    def offset(self, at: int) -> int:
        index = bisect_right(self._starts, at) - 1
        place, start = self._places[index], self._starts[index]
        if self._is_ascii:
            return place + at - start
        sizes = self._sizes.setdefault(index, [0])
        whole = (at - start) // _STEP
        while len(sizes) <= whole:
            step = start + (len(sizes) - 1) * _STEP
            sizes.append(sizes[-1] + len(self.text[step : step + _STEP].encode()))
        return place + sizes[whole] + len(self.text[start + whole * _STEP : at].encode())


def inline(data: bytes, start: int, end: int, target: str) -> Found:
    """`[text](target)`: nearly always the target is the last thing, as it is meant."""
    wanted = target.encode()
    at = end - 1 - len(wanted)
    if at > start and data[at - 1 : end] == b"(" + wanted + b")":
        return at, target
    return _tried(data, b"](", start, end - 1, target)


def wiki(data: bytes, start: int, end: int, target: str) -> Found:
    """`[[target]]`, `[[target|text]]`."""
    wanted = target.encode()
    at = data.find(b"[[", start, end) + 2
    return (at, target) if data[at : at + len(wanted)] == wanted else None


def definition(data: bytes, start: int, end: int, target: str) -> Found:
    """`[label]: target`."""
    return _tried(data, b"]:", start, end, target)


def _tried(data: bytes, mark: bytes, start: int, end: int, target: str) -> Found:
    """The target behind one of the last marks, if what stands there means it."""
    at = end
    for _ in range(_TRIES):
        at = data.rfind(mark, start, at)
        if at < 0:
            return None
        gap = _GAP.match(data, at + len(mark), end)
        raw = _RAW.match(data, gap.end() if gap else at + len(mark), end)
        if raw:
            group = 1 if raw[1] is not None else 2
            written = raw[group].decode("utf-8", "replace")
            if _meant(written) == target:
                return raw.start(group), written
    return None


def _meant(written: str) -> str:
    return _ESCAPE.sub(r"\1", unescaped(written)) if "&" in written or "\\" in written else written
