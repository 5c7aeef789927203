"""Reads TOML, and finds the line of a key in it when one is to be named."""

import re
import tomllib

from meminit.model.node import Path

_PLACE = re.compile(r"^(?P<words>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
_ATTEMPTS = 400  # parses spent on one line number; a hostile file gets none


class TomlError(Exception):
    """Text that is not TOML, with the line and the reason."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line
        self.words = words


def parse(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _PLACE.match(str(error).splitlines()[0])
        words = match["words"] if match else "it cannot be parsed"
        line = match["line"] if match else None
        raise TomlError(int(line) if line else len(text.splitlines()) or 1, words) from error
    except (RecursionError, ValueError) as error:
        raise TomlError(1, "values are nested too deeply, or a number is too long") from error


def line_of(text: str, path: Path) -> int | None:
    """The line of the statement that brings the key at the path into the document.

    tomllib tells no places. But a key never goes away again as the text grows, so the shortest beginning of the text
    that holds it, found by halving, ends with its statement.
    """
    lines = text.split("\n")
    attempts = _ATTEMPTS
    without, with_key = 0, len(lines)
    while with_key - without > 1:
        middle, holds = (without + with_key) // 2, None
        while middle < with_key and holds is None and attempts:
            holds = _holds(lines[:middle], path)
            middle += holds is None
            attempts -= 1
        if not attempts:
            return None
        if holds is False:
            without = middle
        else:  # the key is there, or one long statement fills the rest
            with_key = (without + with_key) // 2
    return _first_statement(lines, without)


def _holds(lines: list[str], path: Path) -> bool | None:
    """Whether the lines hold the path; None when they end inside a statement."""
    try:
        here: object = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None
    for step in path:
        here = _child(here, step)
    return here is not None


def _child(value: object, step: str | int) -> object:
    if isinstance(step, str):
        return value.get(step) if isinstance(value, dict) else None
    return value[step] if isinstance(value, list) and step < len(value) else None


def _first_statement(lines: list[str], after: int) -> int:
    for number in range(after, len(lines)):
        if lines[number].strip() and not lines[number].lstrip().startswith("#"):
            return number + 1
    return after + 1
