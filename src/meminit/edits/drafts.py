"""A file that is edited several times in memory; all edits together are edits of the text that it has on the disk."""

import copy
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

from meminit.edits.spans import EditError, Places, Splice, as_edits, decoded, encoded, splices
from meminit.model.plan import TextEdit


class _Piece(NamedTuple):
    """A part of the text as it is now: from the text on the disk, or new."""

    start: int
    end: int
    new: str = ""
    code: str = ""

    @property
    def is_new(self) -> bool:
        return self.start < 0

    @property
    def length(self) -> int:
        return len(self.new) if self.is_new else self.end - self.start


class Draft:
    """`original` are the bytes on the disk, `encoding` what they are read as where that is not UTF-8."""

    def __init__(self, original: bytes, encoding: str = "") -> None:
        self.original = original
        self.encoding = encoding
        self._mark, self._text = decoded(original, encoding)
        self._pieces: tuple[_Piece, ...] = (_Piece(0, len(self._text)),)
        self._codes: frozenset[str] = frozenset()

    def copy(self) -> "Draft":
        made = copy.copy(self)
        for name in ("text", "places", "content", "_kept", "_kept_starts"):
            made.__dict__.pop(name, None)
        return made

    @cached_property
    def text(self) -> str:
        return "".join(each.new if each.is_new else self._text[each.start : each.end] for each in self._pieces)

    @cached_property
    def places(self) -> Places:
        return Places(self.text)

    @cached_property
    def content(self) -> bytes:
        return self._mark + encoded(self.text)

    @property
    def codes(self) -> frozenset[str]:
        return self._codes

    def edited(self, edits: Iterable[TextEdit], codes: Iterable[str] = ()) -> "Draft":
        """With further edits of the text as it is now, which correct findings with these codes; raises EditError."""
        made = self.copy()
        found = splices(self.text, edits, self.places)
        made._pieces = tuple(_joined(_edited(self._pieces, found)))  # noqa: SLF001 - of the same kind
        made._codes = self._codes | {each.code for each in found if each.code} | {*codes}  # noqa: SLF001 - as above
        for name in ("text", "places"):  # made again in the rare case that another attempt goes back to this draft
            self.__dict__.pop(name, None)
        return made

    @property
    def edits(self) -> tuple[TextEdit, ...]:
        """All edits, as edits of the text on the disk."""
        return as_edits(self._text, self._splices())

    def _splices(self) -> Iterator[Splice]:
        end, new, code = 0, "", ""
        for piece in (*self._pieces, _Piece(len(self._text), len(self._text))):
            if piece.is_new:
                new, code = new + piece.new, code or piece.code
                continue
            if new or piece.start > end:
                yield Splice(end, piece.start, new, code)
            end, new, code = piece.end, "", ""

    def original_line(self, line: int) -> int:
        """The line on the disk that has become this one, or the one before it for a line that is new."""
        try:
            offset = self.places.offset(line, 1)
        except EditError:
            return line
        number = bisect_right(self._kept_starts, offset) - 1
        before = 0
        if number >= 0:
            kept = self._kept[number]
            before = kept.start + min(offset - self._kept_starts[number], kept.length)
        return self._original_places.place(before)[0]

    @cached_property
    def _original_places(self) -> Places:
        return Places(self._text)

    @cached_property
    def _kept(self) -> Sequence[_Piece]:
        return [each for each in self._pieces if not each.is_new]

    @cached_property
    def _kept_starts(self) -> Sequence[int]:
        """Where the parts from the disk begin in the text as it is now."""
        ends = accumulate(each.length for each in self._pieces)
        return [end - each.length for each, end in zip(self._pieces, ends, strict=True) if not each.is_new]


def _edited(pieces: Iterable[_Piece], found: Iterable[Splice]) -> Iterator[_Piece]:
    """The pieces with parts of them replaced; offsets of splices are those of the text that the pieces make."""
    parts = _Parts(pieces)
    for splice in found:
        yield from parts.until(splice.start)
        yield _Piece(-1, -1, splice.new, splice.code)
        for _ in parts.until(splice.end):
            pass  # it is replaced
    yield from parts.until(None)


class _Parts:
    """Pieces that are taken up to one offset after the other."""

    def __init__(self, pieces: Iterable[_Piece]) -> None:
        self._left = list(pieces)[::-1]
        self._at = 0

    def until(self, offset: int | None) -> Iterator[_Piece]:
        while self._left and (offset is None or self._at < offset):
            piece = self._left.pop()
            room = piece.length if offset is None else offset - self._at
            if piece.length > room:
                self._left.append(_part(piece, room, piece.length))
                piece = _part(piece, 0, room)
            self._at += piece.length
            yield piece


def _part(piece: _Piece, start: int, end: int) -> _Piece:
    if piece.is_new:
        return piece._replace(new=piece.new[start:end])
    return piece._replace(start=piece.start + start, end=piece.start + end)


def _joined(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    return (each for each in pieces if each.length or each.code)  # what removes text keeps its code
