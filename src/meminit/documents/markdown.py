"""Reads the body of a document: its headings, and the visible metadata block."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from pyromark import Markdown, Options

from meminit.model.document import BlockLine, Heading

BLOCK_MARK = "MEMINIT_METADATA_BLOCK"

_PARSER = Markdown(options=Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH)
_MARK = re.compile(rf"<!--\s*{BLOCK_MARK}\s*-->")
_BLOCK_LINE = re.compile(
    r"\s{0,3}>\s?\s*\*\*(?P<label>[^*\n]+?)\s*(?::\*\*|\*\*\s*:)[ \t]*(?P<value>.*?)(?:\s{2,}|\\)?\s*$"
)
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Body(NamedTuple):
    headings: tuple[Heading, ...] = ()
    block: tuple[BlockLine, ...] = ()


def read(text: str, first_line: int) -> Body:
    """The facts of a body that begins on the given line of its file."""
    data = text.encode()
    reader = _Reader(_Places(data, first_line))
    for event, span in _PARSER.events_with_range(text):
        reader.take(event, span["start"], span["end"])
    block = () if reader.block_at is None else tuple(_block(data, reader.block_at, reader.places))
    return Body(tuple(reader.headings), block)


class _Reader:
    """Takes the parser's events in the order of the text, and keeps what is wanted."""

    def __init__(self, places: "_Places") -> None:
        self.places = places
        self.headings: list[Heading] = []
        self.block_at: int | None = None
        self._pieces: list[str] | None = None  # the text of the heading that is open

    def take(self, event: object, start: int, end: int) -> None:
        match event:
            case {"Start": {"Heading": _}}:
                self._pieces = []
            case {"End": {"Heading": level}} if self._pieces is not None:
                text = " ".join("".join(self._pieces).split())
                self.headings.append(Heading(int(str(level)[1:]), text, *self.places.of(start)))
                self._pieces = None
            case {"Text": str(text)} | {"Code": str(text)} if self._pieces is not None:
                self._pieces.append(text)
            case "SoftBreak" | "HardBreak" if self._pieces is not None:
                self._pieces.append(" ")
            case {"Html": str(text)} | {"InlineHtml": str(text)} if self.block_at is None and _MARK.search(text):
                self.block_at = end


def _block(data: bytes, start: int, places: "_Places") -> Iterator[BlockLine]:
    """The quoted lines right after the mark."""
    begun = False
    at = start
    while at < len(data):
        end = _LINE_END.search(data, at)
        line = data[at : end.start() if end else len(data)].decode()
        if line.lstrip().startswith(">"):
            begun = True
            match = _BLOCK_LINE.match(line)
            if match:
                number, _ = places.of(at)
                yield BlockLine(match["label"], match["value"], number, match.start("value") + 1)
        elif line.strip() or begun:
            return
        at = end.end() if end else len(data)


class _Places:
    """Line and column of a byte offset; columns count characters."""

    def __init__(self, data: bytes, first_line: int) -> None:
        self._data = data
        self._first_line = first_line
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(data))]

    def of(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._starts, offset) - 1
        return self._first_line + index, len(self._data[self._starts[index] : offset].decode("utf-8", "replace")) + 1
