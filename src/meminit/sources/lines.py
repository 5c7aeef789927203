"""Line and column, from 1, of a place in a text; a line ends at LF, CRLF or CR, as in Markdown."""

import re
from bisect import bisect_right

LONE_RETURN = r"\r(?!\n)"  # compiled where there is a return at all
_LINE_END = re.compile(r"\r\n|\n|\r")


class TextError(Exception):
    """Text that is not what it should be, with the line and the reason in plain words."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line
        self.words = words


class Lines:
    """Finds the line of an offset; made once for a text, asked often."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def line_at(text: str, offset: int) -> int:
    """The line of one offset, without finding all lines first."""
    feeds = text.count("\n", 0, offset) + 1
    return feeds + text.count("\r", 0, offset) - text.count("\r\n", 0, offset) if "\r" in text else feeds


def split(text: str) -> list[str]:
    """The lines without their ends."""
    return _LINE_END.split(text)
