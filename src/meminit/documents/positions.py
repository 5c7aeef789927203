"""Line and column of a byte of a document; columns count characters."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

LINE_END = re.compile(rb"\r\n|\n|\r")
_CONTINUATIONS = bytes(range(0x80, 0xC0))  # every other byte of UTF-8 begins a character
_STEP = 4096  # characters are counted once for each such piece of a long line, whatever is asked


class Positions:
    def __init__(self, data: bytes, first_line: int) -> None:
        self.data = data
        self.starts = [0, *accumulate(map(len, data.splitlines(keepends=True)))]  # bytes end lines as Markdown does
        self._first_line = first_line
        self._is_ascii = data.isascii()
        self._counts: dict[int, list[int]] = {}

    def of(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self.starts, offset) - 1
        start = self.starts[index]
        if self._is_ascii:
            return self._first_line + index, offset - start + 1
        return self._first_line + index, self._characters(start, offset) + 1

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
    """Text that stands in pieces, put together; tells where its characters stand in the document."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.text = "".join(piece.text for piece in pieces)
        self._pieces = pieces
        self._starts = [0, *accumulate(len(piece.text) for piece in pieces[:-1])]
        self._is_ascii = self.text.isascii()
        self._sizes: dict[int, list[int]] = {}

    def offset(self, at: int) -> int:
        index = bisect_right(self._starts, at) - 1
        piece, within = self._pieces[index], at - self._starts[index]
        if self._is_ascii:
            return piece.at + within
        sizes = self._sizes.setdefault(index, [0])
        whole = within // _STEP
        while len(sizes) <= whole:
            start = (len(sizes) - 1) * _STEP
            sizes.append(sizes[-1] + len(piece.text[start : start + _STEP].encode()))
        return piece.at + sizes[whole] + len(piece.text[whole * _STEP : within].encode())
