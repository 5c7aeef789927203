"""Reads JSON, and finds the line of a value in it when one is to be named."""

import json
import re
from collections.abc import Iterator

import orjson

from meminit.model.node import Path
from meminit.sources.lines import Lines

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class JsonError(Exception):
    """Text that is not JSON, with the line and the reason."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line
        self.words = words


def parse(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise JsonError(error.lineno, f"what stands at column {error.colno} was not expected there") from error


def line_of(text: str, path: Path) -> int:
    """The line of the key or item at the path; of the nearest one above it if the path leads nowhere."""
    best, depth = 0, 0
    for here, offset in _places(text):
        if len(here) > depth and here == path[: len(here)]:
            best, depth = offset, len(here)
    return Lines(text).place(best)[0]


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Every key and item of valid JSON with its offset, in the order of the text."""
    steps: list[str | int | None] = []  # None: a mapping whose next token is a key
    item_starts = False
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if item_starts and mark != "]":
            yield _settled(steps), match.start()
        item_starts = False
        if mark in "{[":
            steps.append(None if mark == "{" else 0)
            item_starts = mark == "["
        elif mark in "}]":
            steps.pop()
        elif mark == ",":
            item_starts = _advance(steps)
        elif steps and steps[-1] is None:
            steps[-1] = str(json.loads(mark))
            yield _settled(steps), match.start()


def _advance(steps: list[str | int | None]) -> bool:
    """Goes on to the next member; true when it is an item of a list."""
    last = steps[-1]
    steps[-1] = last + 1 if isinstance(last, int) else None
    return isinstance(last, int)


def _settled(steps: list[str | int | None]) -> Path:
    return tuple(step for step in steps if step is not None)
