"""Reads TOML within limits, and finds the line of a key in it."""

import re
import tomllib
from collections.abc import Iterator

from meminit.model.node import Path
from meminit.sources.limits import CONFIG_DEPTH
from meminit.sources.lines import TextError, line_at

_PLACE = re.compile(r"^(?P<words>.*?) \(at (?:line (?P<line>\d+), column \d+|end of document)\)$")
_WORDS = {
    "Cannot declare": "this table is defined above already; write all its keys there",
    "Cannot overwrite": "this key is set above already; keep one of the two",
    "Cannot mutate": "this table is closed above already; write all its keys there",
    "Duplicate inline table key": "a key occurs twice in the braces",
    "Expected '='": "a key needs = and a value",
    "Expected ']'": "the name of a table is not closed by ]",
    "Expected newline": "there is text after the end of a statement; begin a new line",
    "Illegal character": "the text has a character that TOML does not allow there",
    "Invalid initial character": "a key cannot begin with this character; put the key in quotes",
    "Invalid value": "there is no value, or one that TOML does not know; text needs quotes",
    "Unclosed": "a list or braces are not closed",
    "Unescaped": "TOML has no escape like this; write the backslash twice, or use single quotes",
    "Unterminated": "a quotation mark is not closed",
}
_LONG = 400  # lines of one statement
_TOO_DEEP = f"keys or values are nested deeper than {CONFIG_DEPTH} levels"
_LARGEST = 1 << 63  # TOML has no larger numbers, and Python may refuse to print them
# A text of several lines, a comment, or keys with dots between them; a key may be a text of one line.
_KEY = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_CHAIN = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*+"{0,5}"""
    r"""|'{3}(?:[^']|'(?!''))*+'{0,5}"""
    r"|#[^\n]*+"
    rf"|(?P<keys>{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*+)",
    re.DOTALL,
)


class TomlError(TextError):
    """Text that is not TOML."""


def parse(text: str) -> dict[str, object]:
    if any(line.count(".") >= CONFIG_DEPTH for line in text.split("\n")):
        _refuse_long_chains(text)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = _PLACE.match(str(error).splitlines()[0])
        words = _in_words(match["words"] if match else "")
        line = match["line"] if match else None
        raise TomlError(int(line) if line else text.removesuffix("\n").count("\n") + 1, words) from error
    except (RecursionError, ValueError) as error:
        raise TomlError(1, "values are nested too deeply, or a number is too long") from error
    _refuse_excess(values)
    return values


def _refuse_long_chains(text: str) -> None:
    """Raises TomlError for a key of too many parts, since the memory that tomllib takes grows with their square."""
    for match in _CHAIN.finditer(text):
        keys = match["keys"]
        if keys and keys.count(".") >= CONFIG_DEPTH and len(re.findall(_KEY, keys)) > CONFIG_DEPTH:
            raise TomlError(line_at(text, match.start()), _TOO_DEEP)


def _refuse_excess(values: dict[str, object]) -> None:
    """Raises TomlError for values that are nested too deeply, and for numbers too large to print."""
    waiting: list[tuple[object, int]] = [(values, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > CONFIG_DEPTH:
            raise TomlError(1, _TOO_DEEP)
        if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            raise TomlError(1, "a number is larger than TOML allows")
        inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        waiting.extend((each, depth + 1) for each in inner)


def _in_words(text: str) -> str:
    return next((words for beginning, words in _WORDS.items() if text.startswith(beginning)), "this is not TOML")


class TomlLines:
    """The lines of all keys of a valid text. tomllib gives no lines, so each statement is parsed by itself."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._items: dict[Path, int] = {}  # the tables that each array of tables has so far
        table: Path = ()
        for line, statement, values in _statements(text.split("\n")):
            if statement.startswith("["):
                table = self._table(_keys(values), is_item=statement.startswith("[["))
                self._lines.setdefault(table, line)
            for path in _leaves(values) if not statement.startswith("[") else ():
                for depth in range(1, len(path) + 1):
                    self._lines.setdefault(table + path[:depth], line)

    def line_of(self, path: Path) -> int | None:
        """The line of the statement that sets the key, or else of the nearest table or key above it."""
        for depth in range(len(path), 0, -1):
            if path[:depth] in self._lines:
                return self._lines[path[:depth]]
        return None

    def _table(self, keys: Path, *, is_item: bool) -> Path:
        """The path of a table's header, which leads through the last table of each array on the way."""
        path: Path = ()
        for key in keys:
            path += (key,)
            if path in self._items and not (is_item and len(path) == len(keys)):
                path += (self._items[path] - 1,)
        if is_item:
            self._items[path] = self._items.get(path, 0) + 1
            path += (self._items[path] - 1,)
        return path


def _statements(lines: list[str]) -> Iterator[tuple[int, str, dict[str, object]]]:
    """Each statement with its first line and its values. It is parsed with one more line each time until it is whole.

    A very long statement is tried with more and more lines at once, which bounds the time; the statements that follow
    may then be taken for a part of it.
    """
    start = 0
    while start < len(lines):
        values, length = _parsed(lines[start]), 1
        while values is None and start + length < len(lines):
            length = min(length + 1 + (length // 8 if length > _LONG else 0), len(lines) - start)
            values = _parsed("\n".join(lines[start : start + length]))
        if values:
            yield start + 1, lines[start].lstrip(), values
        start += length


def _parsed(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _keys(values: object) -> Path:
    """The keys of a table's header, from a statement that has nothing else."""
    keys: Path = ()
    while isinstance(values, dict | list) and values:
        if isinstance(values, dict):
            keys += (next(iter(values)),)
            values = values[keys[-1]]
        else:
            values = values[0]
    return keys


def _leaves(values: dict[str, object], above: Path = ()) -> Iterator[Path]:
    for key, value in values.items():
        if isinstance(value, dict) and value:
            yield from _leaves(value, (*above, key))
        else:
            yield (*above, key)
