"""Writes values as JSON, whatever text they hold."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import orjson

from meminit.words import encodable

_SIXTY_FOUR_BITS = 63
BETWEEN = b",\n,"  # values in turn: no JSON holds it but that which is indented
_BREAK = orjson.Fragment(b"\n")
_NEXT_INDENTED = b",\n  "


def written(value: object, *, newline: bool = False) -> bytes:
    """What JSON cannot carry, such as half of a pair of surrogates, is written as an escape."""
    option = orjson.OPT_APPEND_NEWLINE if newline else None
    try:
        return orjson.dumps(value, option=option, default=tuple)
    except TypeError:
        return orjson.dumps(_clean(value), option=option)


# To write many values one by one takes ten times as long as to write them together.


def in_turn(values: Iterable[object], encoded: Callable[[list[object]], bytes] = written) -> bytes:
    """Values that are asked for one by one: what stands between them tells them apart."""
    return encoded([part for value in values for part in (value, _BREAK)])[1:-3]


def each(texts: Sequence[str]) -> list[bytes]:
    """Each text by itself."""
    whole = orjson.dumps(list(map(encodable, texts)), option=orjson.OPT_INDENT_2)
    return whole[4:-2].split(_NEXT_INDENTED) if texts else []


def listed(lines: Iterable[bytes]) -> list[orjson.Fragment]:
    """A list of what is JSON already; a line may hold several of its items, with commas between them."""
    return list(map(orjson.Fragment, lines))


def read(lines: Iterable[bytes]) -> list[Any]:
    """The values of what is JSON already."""
    every: list[Any] = orjson.loads(b"[%b]" % b",".join(lines))
    return every


def _clean(value: object) -> object:
    if isinstance(value, orjson.Fragment):
        return value
    if isinstance(value, str):
        return encodable(value)
    if isinstance(value, dict):
        return {encodable(str(key)): _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > _SIXTY_FOUR_BITS:
        return str(value)
    return value if value is None or isinstance(value, bool | int | float) else str(value)
