"""Finds the JSON in what an agent printed."""

import json
import re
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Any, NoReturn

_FENCE = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,})[^\n`]*\n(?P<text>.*?)^ {0,3}(?P=fence)[`~]*[ \t]*$", re.MULTILINE | re.DOTALL
)
_BRACKET = re.compile(r"[][{}]")
_CLOSES = {"}": "{", "]": "["}
_TOO_DEEP = "it is nested too deeply"
_DEEPEST = 200  # levels of objects and arrays
NOTHING = object()  # None is a value


def strict(text: str) -> Any:  # noqa: ANN401 - JSON
    """The value of a text that is nothing but JSON; raises ValueError.

    Two keys of one name, NaN, infinities and halves of surrogate pairs are refused, since readers disagree about them.
    A byte order mark in front is not part of it.
    """
    plain = text.removeprefix("\ufeff")
    try:
        value = json.loads(plain, object_pairs_hook=_without_repetition, parse_constant=_refuse, parse_float=_finite)
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise ValueError(_TOO_DEEP) from error
    if _is_deep(value):
        raise ValueError(_TOO_DEEP)
    return value


def _is_deep(value: object) -> bool:
    """Whether it is nested deeper than what is printed may be."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for each in level for inner in _within(each)]
        if not level:
            return False
    return True


def _within(value: object) -> Iterable[object]:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (each for each in inner if isinstance(each, dict | list))


def extracted(text: str, *, is_procedural: bool = False) -> Any:  # noqa: ANN401 - JSON
    """The whole text as JSON, else the last fenced block that is JSON, else the last object or array.

    NOTHING where there is none. The output of a procedural agent is the whole text or nothing.
    """
    found = _read(text)
    if found is not NOTHING or is_procedural:
        return found
    blocks = [each["text"] for each in _FENCE.finditer(text)]
    for candidate in (*reversed(blocks), *_balanced(text)):
        found = _read(candidate)
        if found is not NOTHING:
            return found
    return NOTHING


def _read(text: str) -> Any:  # noqa: ANN401 - JSON
    try:
        return strict(text)
    except ValueError:
        return NOTHING


def _balanced(text: str) -> Iterator[str]:
    """The texts between brackets that match, outermost only, the last one first.

    Brackets are matched without regard to strings: where one holds a bracket, the text is cut too early. So the decoder
    decides where an object ends.
    """
    decoder = json.JSONDecoder()
    for start in reversed(_outermost(text)):
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        yield text[start:end]


def _outermost(text: str) -> list[int]:
    """Where pairs of brackets begin that are in no other pair."""
    open_at: list[tuple[str, int]] = []
    starts: list[int] = []
    for found in _BRACKET.finditer(text):
        mark = found.group()
        if mark not in _CLOSES:
            open_at.append((mark, found.start()))
            continue
        depth = next((n for n in range(len(open_at) - 1, -1, -1) if open_at[n][0] == _CLOSES[mark]), None)
        if depth is None or len(open_at) - depth > _MOST_UNMATCHED:
            continue
        start = open_at[depth][1]
        del open_at[depth:]
        while starts and starts[-1] > start:
            starts.pop()
        starts.append(start)
    return starts


_MOST_UNMATCHED = 64  # brackets that are left open before one that is closed: text is searched for no more than these


def _without_repetition(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key appears twice")
    return made


def _finite(written: str) -> float:
    """Numbers that are too large would be read as infinite."""
    value = float(written)
    return value if isfinite(value) else _refuse(written)


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
