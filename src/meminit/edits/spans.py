"""Applies edits to the text of a file. All that they do not name keeps its bytes: line ends, byte order mark, blanks.

A line ends at LF, CRLF or CR. The byte order mark is not part of the text.
"""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

from meminit.model.plan import Change, TextEdit
from meminit.words import quoted

_BOM = b"\xef\xbb\xbf"
_MOST_COMPARED = 400  # lines of both texts together
_LINE_END = re.compile(r"\r\n|\n|\r")


class EditError(Exception):
    """An edit that cannot be applied, and why."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Splice(NamedTuple):
    """An edit by offsets: the text from `start` to `end` becomes `new`."""

    start: int
    end: int
    new: str
    code: str = ""


class Places:
    """Finds the offset of a place in a text, and the place of an offset."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        """Where lines begin; an edit at the beginning of the text needs none of them."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    def offset(self, line: int, column: int) -> int:
        """Raises EditError. A place behind the last character of a line is valid, and so is a line behind the last."""
        if line == column == 1:
            return 0
        if line == len(self._starts) + 1 and column == 1 and self.text and self.text[-1] not in "\r\n":
            return len(self.text)
        if not 1 <= line <= len(self._starts) or column < 1:
            raise EditError(f"there is no line {line}" if column >= 1 else f"there is no column {column}")
        offset = self._starts[line - 1] + column - 1
        if offset > self._end(line):
            raise EditError(f"line {line} has no column {column}")
        return offset

    def _end(self, line: int) -> int:
        """Where a line ends, before its line end."""
        if line == len(self._starts):
            return len(self.text)
        end = self._starts[line] - 1
        return end - 1 if self.text[end - 1 : end + 1] == "\r\n" else end

    def place(self, offset: int) -> tuple[int, int]:
        if offset == 0:
            return 1, 1
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def splices(text: str, edits: Iterable[TextEdit], places: Places | None = None) -> list[Splice]:
    """The edits by offsets, in order; raises EditError for one that does not fit, and for two that overlap."""
    known = places or Places(text)
    found = sorted(_splice(known, each) for each in edits)
    for before, after in pairwise(found):
        is_same_place = before.start == after.start == before.end == after.end
        if after.start < before.end or is_same_place:
            line, column = known.place(after.start)
            raise EditError(f"two edits overlap at line {line}, column {column}")
    return found


def _splice(places: Places, edit: TextEdit) -> Splice:
    start = places.offset(edit.line, edit.column)
    if not places.text.startswith(edit.old, start):
        there = places.text[start : start + len(edit.old)]
        where = f"line {edit.line}, column {edit.column}"
        raise EditError(f"{quoted(edit.old)} does not stand at {where}: there is {quoted(there)}")
    return Splice(start, start + len(edit.old), edit.new, edit.code)


def spliced(text: str, found: Iterable[Splice]) -> str:
    """The text after all splices, which are in order and do not overlap."""
    parts: list[str] = []
    end = 0
    for each in found:
        parts += (text[end : each.start], each.new)
        end = each.end
    return "".join((*parts, text[end:]))


def applied(text: str, edits: Sequence[TextEdit]) -> str:
    """The text after all edits, in whatever order they are; raises EditError."""
    return spliced(text, splices(text, edits))


def as_edits(text: str, found: Iterable[Splice]) -> tuple[TextEdit, ...]:
    """Splices as edits with places."""
    places = Places(text)
    return tuple(
        TextEdit(*places.place(each.start), text[each.start : each.end], each.new, each.code)
        for each in sorted(found)
        if text[each.start : each.end] != each.new
    )


def difference(before: str, after: str) -> tuple[TextEdit, ...]:
    """The edits that make one text of another; a single one where many lines differ, which takes long to compare."""
    if before == after:
        return ()
    whole = _narrowed(Splice(0, len(before), after), before)
    between = before[whole.start : whole.end].count("\n") + whole.new.count("\n")
    return as_edits(before, _by_lines(before, after) if 1 < between <= _MOST_COMPARED else (whole,))


def _by_lines(before: str, after: str) -> Iterator[Splice]:
    from difflib import SequenceMatcher  # noqa: PLC0415 - wanted where several lines differ alone

    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    starts = [0, *accumulate(map(len, old))]
    for kind, first, last, from_, to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield _narrowed(Splice(starts[first], starts[last], "".join(new[from_:to])), before)


def _narrowed(splice: Splice, text: str) -> Splice:
    """Without what the old and the new text begin and end with in common."""
    before, after = text[splice.start : splice.end], splice.new
    shorter = min(len(before), len(after))
    start = _common(before, after, shorter)
    end = _common(before[::-1], after[::-1], shorter - start)
    start, end = _between_lines(before, after, start, end)
    return Splice(splice.start + start, splice.end - end, after[start : len(after) - end])


def _common(one: str, other: str, most: int) -> int:
    """How many characters both begin with; found by halving, since texts may be long."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _between_lines(before: str, after: str, start: int, end: int) -> tuple[int, int]:
    """The same ends, but neither of them between CR and LF, which is no place."""
    if before[start - 1 : start] == "\r" and "\n" in {before[start : start + 1], after[start : start + 1]}:
        start -= 1
    for text in (before, after):
        last = len(text) - end
        if end and text[last : last + 1] == "\n" and text[last - 1 : last] == "\r" and last > start:
            return start, end - 1
    return start, end


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def decoded(data: bytes, encoding: str = "") -> tuple[bytes, str]:
    """The byte order mark that is kept, and the text; raises EditError for bytes that the encoding does not have.

    Text in another encoding becomes UTF-8, without a byte order mark.
    """
    mark = _BOM if not encoding and data.startswith(_BOM) else b""
    try:
        return mark, data[len(mark) :].decode(encoding or "utf-8")
    except (UnicodeError, LookupError) as error:
        raise EditError(f"the file is not {encoding or 'UTF-8'}") from error


def edited(data: bytes, change: Change) -> bytes:
    """The bytes of a file after a change of it; raises EditError."""
    if change.raw is not None:
        return change.raw
    if not change.edits and not change.encoding:
        return data  # of a rename it may be anything
    mark, text = decoded(data, change.encoding)
    return mark + encoded(applied(text, change.edits))


def encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise EditError("the new text holds half of a surrogate pair") from error


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
