"""Writes values as JSON, whatever text they hold."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, Protocol

import orjson

from meminit.words import escape_unencodable

_SIXTY_FOUR_BITS = 63
BETWEEN = b",\n,"  # separates values: it occurs in no JSON that is not indented
_BREAK = orjson.Fragment(b"\n")
_ORDERS = (b"##[", b"##vso[")  # some CI systems run the command that follows these, anywhere in a line
_NEXT_INDENTED = b",\n  "
_AT_ONCE = 64  # lines
_VALUES_AT_ONCE = 512


class Lines(Protocol):
    """Lines that are requested some at a time, so that not all of them are in memory at once."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> list[bytes]: ...


class Listed(NamedTuple):
    """A list whose items are JSON already; a line may hold several of them, with commas between them.

    Lines that are iterated can be written once.
    """

    lines: Lines | Iterable[bytes]


def written(value: object) -> bytes:
    """The value as JSON; what JSON cannot carry, such as half of a surrogate pair, is written as an escape."""
    return _encoded(value, tuple)


def exact(value: object) -> orjson.Fragment:
    """The value of a JSON text, for one of these functions, with integers of any size as they are."""
    import json  # noqa: PLC0415 - few answers need it

    return orjson.Fragment(json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def in_pieces(value: object) -> Iterator[bytes]:
    """The same in pieces: its lists of lines may be too large for the caches of a processor."""
    lists: list[Listed] = []

    def left_out(each: Any) -> object:  # noqa: ANN401 - whatever JSON does not know
        if not isinstance(each, Listed):
            return tuple(each)
        lists.append(each)
        return _BREAK

    first, *others = _encoded(value, left_out).split(b"\n")
    yield first
    for each, text in zip(lists, others, strict=True):
        mark = b"["
        for some in _some_at_a_time(each.lines):
            yield mark + b",".join(some)
            mark = b","
        yield (b"[]" if mark == b"[" else b"]") + text


def listed(values: Iterable[object], size: Callable[[Any], int] = lambda _: 1) -> Listed:
    """A list of values that are encoded some at a time: all of them together would take their memory twice more."""
    return Listed(_encoded_some(values, size))


def _encoded_some(values: Iterable[object], size: Callable[[Any], int]) -> Iterator[bytes]:
    some: list[object] = []
    total = 0
    for each in values:
        some.append(each)
        total += size(each)
        if total >= _VALUES_AT_ONCE:
            yield written(some)[1:-1]
            some, total = [], 0
    if some:
        yield written(some)[1:-1]


def _some_at_a_time(lines: Lines | Iterable[bytes]) -> Iterator[list[bytes]]:
    if isinstance(lines, Iterable):
        left = iter(lines)
        while some := list(islice(left, _AT_ONCE)):
            yield some
    else:
        yield from (lines[start : start + _AT_ONCE] for start in range(0, len(lines), _AT_ONCE))


def inert(piece: bytes) -> bytes:
    """The same JSON with what CI systems run as a command escaped; no string continues in the next piece."""
    # `in` with one byte is fastest; for two bytes, `rfind` takes a quarter of the time of `in`.
    for order in _ORDERS if b"#" in piece and piece.rfind(b"##") >= 0 else ():
        piece = piece.replace(order, order.replace(b"##", b"#\\u0023"))
    return piece


def _encoded(value: object, default: Callable[[Any], object]) -> bytes:
    try:
        return orjson.dumps(value, default=default)
    except TypeError:
        return orjson.dumps(_clean(value), default=default)


# Writing many values one by one takes ten times as long as writing them together.


def in_turn(values: Iterable[object], encoded: Callable[[list[object]], bytes] = written) -> bytes:
    """Many values, separated by BETWEEN."""
    return encoded([part for value in values for part in (value, _BREAK)])[1:-3]


def each(texts: Sequence[str]) -> list[bytes]:
    """Each text as JSON."""
    whole = orjson.dumps(list(map(escape_unencodable, texts)), option=orjson.OPT_INDENT_2)
    return whole[4:-2].split(_NEXT_INDENTED) if texts else []


def read(lines: Iterable[bytes]) -> list[Any]:
    """The values of lines of JSON."""
    every: list[Any] = orjson.loads(b"[%b]" % b",".join(lines))
    return every


def one_by_one(lines: Iterable[bytes]) -> Iterator[Any]:
    """The same, one value after the other: few of them are in memory at the same time."""
    left = iter(lines)
    while some := list(islice(left, _VALUES_AT_ONCE)):
        yield from read(some)


def _clean(value: object) -> object:
    if isinstance(value, orjson.Fragment | Listed):
        return value
    if isinstance(value, str):
        return escape_unencodable(value)
    if isinstance(value, dict):
        return {escape_unencodable(str(key)): _clean(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > _SIXTY_FOUR_BITS:
        return str(value)
    return value if value is None or isinstance(value, bool | int | float) else str(value)
