"""Reads the body of a document: its headings, and the visible metadata block."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pyromark import Markdown, Options

from meminit.model.document import BlockLine, Heading

if TYPE_CHECKING:
    from pyromark.event import Range  # costs start-up, and serves the type checker alone

BLOCK_MARK = "MEMINIT_METADATA_BLOCK"

_PARSER = Markdown(options=Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH)
_CONTAINERS = frozenset({"BlockQuote", "Item", "FootnoteDefinition"})
_MARK = re.compile(rf"<!--\s*{BLOCK_MARK}\s*-->")
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Body(NamedTuple):
    headings: tuple[Heading, ...] = ()
    block: tuple[BlockLine, ...] = ()


def read(text: str, first_line: int) -> Body:
    """The facts of a body that begins on the given line of its file."""
    reader = _Reader()
    for event, span in _PARSER.events_with_range(text):
        # Most events are neither of interest nor inside a heading; asking for keys is five times as fast as `match`.
        if isinstance(event, dict):
            reader.take(event, span)
        elif reader.pieces is not None:
            reader.pieces.append(" ")  # a break
    if not reader.headings and reader.block_at is None:
        return Body()
    data = text.encode()
    places = _Places(data, first_line)
    headings = tuple(
        Heading(level, words, *places.of(start), nested) for level, words, start, nested in reader.headings
    )
    return Body(headings, () if reader.block_at is None else tuple(_block(data, reader.block_at, places)))


class _Reader:
    """Takes the parser's events in the order of the text, and keeps what is wanted."""

    def __init__(self) -> None:
        self.headings: list[tuple[int, str, int, bool]] = []  # level, text, offset, nested
        self.block_at: int | None = None
        self.pieces: list[str] | None = None  # the text of the heading that is open
        self._depth = 0  # of quotations, list items and footnotes

    def take(self, event: Mapping[str, Any], span: "Range") -> None:
        if "Start" in event:
            self._start(_name(event["Start"]))
        elif "End" in event:
            self._end(_name(event["End"]), event["End"], span["start"])
        elif self.pieces is not None:
            self.pieces.append(event.get("Text") or event.get("Code") or "")
        elif self.block_at is None:
            markup = event.get("Html") or event.get("InlineHtml")
            self.block_at = span["end"] if markup and _MARK.search(markup) else None

    def _start(self, name: str) -> None:
        if name == "Heading":
            self.pieces = []
        elif name in _CONTAINERS:
            self._depth += 1

    def _end(self, name: str, content: Any, start: int) -> None:  # noqa: ANN401 - as the parser gives it
        if name == "Heading" and self.pieces is not None:
            text = " ".join("".join(self.pieces).split())
            self.headings.append((int(content["Heading"][1:]), text, start, self._depth > 0))
            self.pieces = None
        elif name in _CONTAINERS:
            self._depth -= 1


def _name(content: str | Mapping[str, object]) -> str:
    return content if isinstance(content, str) else next(iter(content))


def _block(data: bytes, start: int, places: "_Places") -> Iterator[BlockLine]:
    """The quoted lines right after the mark."""
    begun = False
    at = start
    while at < len(data):
        end = _LINE_END.search(data, at)
        line = data[at : end.start() if end else len(data)].decode()
        if line.lstrip().startswith(">"):
            begun = True
            yield from _block_line(line, places.of(at)[0])
        elif line.strip() or begun:
            return
        at = end.end() if end else len(data)


def _block_line(line: str, number: int) -> Iterator[BlockLine]:
    """`> **Label:** value`, or with the colon behind the stars."""
    content = line.lstrip().removeprefix(">").lstrip()
    before, _, rest = content.removeprefix("**").partition("**")
    label, value = before.strip(), rest.strip()
    if not content.startswith("**") or not (label.endswith(":") or value.startswith(":")):
        return
    value = value if label.endswith(":") else value.removeprefix(":").lstrip()
    value = value.removesuffix("\\").rstrip()
    yield BlockLine(label.removesuffix(":").rstrip(), value, number, line.rfind(value) + 1)


class _Places:
    """Line and column of a byte offset; columns count characters."""

    def __init__(self, data: bytes, first_line: int) -> None:
        self._data = data
        self._first_line = first_line
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(data))]

    def of(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._starts, offset) - 1
        return self._first_line + index, len(self._data[self._starts[index] : offset].decode("utf-8", "replace")) + 1
