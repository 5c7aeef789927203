"""Shows the line of a file that a finding is about."""

import os
from collections.abc import Callable
from typing import NamedTuple

from meminit.sources import gate, limits
from meminit.sources.lines import split
from meminit.words import escape_invisible

_WIDEST = 120
_MARK = "…"  # where a line is cut


class Excerpt(NamedTuple):
    """A line that is safe to print, and the column of the caret below it."""

    line: str
    caret: int


class Excerpts:
    """Reads each file once, and keeps one file at a time; `text_of` knows those that were not judged as on the disk."""

    def __init__(self, root: str, text_of: Callable[[str], bytes | None] | None = None) -> None:
        self._root = root
        self._text_of = text_of or (lambda _: None)
        self._path = ""
        self._lines: list[str] = []
        self._folders: dict[str, str | None] = {}  # where folders really are; None for one outside of the root

    def line(self, path: str, line: int) -> str:
        """The line; empty where there is none."""
        if path != self._path:
            self._path, self._lines = path, self._read(path)
        return self._lines[line - 1] if 1 <= line <= len(self._lines) else ""

    def of(self, path: str, line: int, column: int) -> Excerpt | None:
        text = self.line(path, line)
        if not text and not 1 <= line <= len(self._lines):
            return None
        start = max(0, column - _WIDEST // 2) if len(text) > _WIDEST else 0
        end = start + _WIDEST
        before = (_MARK if start else "") + _shown(text[start : column - 1])
        return Excerpt(before + _shown(text[column - 1 : end]) + (_MARK if end < len(text) else ""), _width(before))

    def _read(self, path: str) -> list[str]:
        above, _, name = path.rpartition("/")
        if above not in self._folders:
            self._folders[above] = self._real(above)
        folder = self._folders[above]
        try:
            content = self._text_of(path)
            if content is None:
                content = gate.read_bytes(os.path.join(folder, name), limits.HIGHEST.document) if folder else b""
            return split(gate.decode(content))
        except (gate.SourceError, gate.BadEncoding):
            return []

    def _real(self, folder: str) -> str | None:
        try:
            return gate.real_inside(self._root, folder.replace("/", os.sep))
        except gate.SourceError:
            return None


def _shown(text: str) -> str:
    return escape_invisible(text.replace("\t", " "))


def _width(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    import unicodedata  # noqa: PLC0415 - wanted only when something is wrong, and only for wide letters

    wide = sum(unicodedata.east_asian_width(character) in {"W", "F"} for character in text)
    combining = sum(bool(unicodedata.combining(character)) for character in text)
    return len(text) + wide - combining
