"""Finds the line and column, from 1, of a place in a text. A line ends at LF, CRLF or CR, as in Markdown."""

import re
from bisect import bisect_right

LONE_RETURN = r"\r(?!\n)"  # compiled on first use, since few texts have one
_LINE_END = re.compile(r"\r\n|\n|\r")


class TextError(Exception):
    """Text that cannot be read: the line, and the reason in plain words."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line
        self.words = words


class Lines:
    """The lines of a text, for many offsets; `line_at` is faster for one."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def line_at(text: str, offset: int) -> int:
    """The line of one offset."""
    feeds = text.count("\n", 0, offset) + 1
    return feeds + text.count("\r", 0, offset) - text.count("\r\n", 0, offset) if "\r" in text else feeds


def split(text: str) -> list[str]:
    """The lines of a text without their line ends."""
    return _LINE_END.split(text) if "\r" in text else text.split("\n")
