"""Reads JSON, and finds the line of a value in it."""

import json
import re
from collections.abc import Iterator

import orjson

from meminit.model.node import Path
from meminit.sources.lines import Lines, TextError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class JsonError(TextError):
    """Text that is not JSON."""


def parse(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as error:
        words = f"unexpected text at column {error.colno}; check commas, quotes and brackets"
        raise JsonError(error.lineno, words) from error


def line_of(text: str, path: Path) -> int:
    """The line of the key or item at the path, or of the nearest one above it if there is nothing at the path."""
    best, depth = 0, 0
    for steps, offset in _places(text):
        # The last step is compared first, because most places in a deep text differ there.
        if depth < len(steps) <= len(path) and steps[-1] == path[len(steps) - 1] and steps == list(path[: len(steps)]):
            best, depth = offset, len(steps)
    return Lines(text).place(best)[0]


def _places(text: str) -> Iterator[tuple[list[str | int | None], int]]:
    """The steps to each key and item of valid JSON, with its offset. One list, changed in place."""
    steps: list[str | int | None] = []  # the last is None in a mapping whose next token is a key
    item_starts = False
    for match in _TOKEN.finditer(text):
        mark = match.group()
        if item_starts and mark != "]":
            yield steps, match.start()
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
            yield steps, match.start()


def _advance(steps: list[str | int | None]) -> bool:
    """Steps to the next member; true if it is an item of a list."""
    last = steps[-1]
    steps[-1] = last + 1 if isinstance(last, int) else None
    return isinstance(last, int)
