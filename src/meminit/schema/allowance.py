"""Limits how large the schemas of a repository may be: all together, their patterns, and what applies to one value."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from meminit.model.node import Path
from meminit.schema.judge import Uncompilable
from meminit.sources.limits import DEFAULT

ENGINE_ROOM = 8_192  # bytes in which an engine keeps what it has worked out, for each pattern
_MOST_PARTS = 1_200_000  # of less than 250 bytes of memory; schemas that people write have one in ten characters
_PARTS_OF_OBJECT = 4  # an object may take as many parts as this, since it may be a schema
_CHARACTERS_OF_PART = 16
_SMALL = 8  # a schema is small if this many like it would be within the limits

_MOST_ROOM = 1_000_000  # for patterns, in units of less than 200 bytes
_USUAL_ROOM = 150  # of any pattern, with what the engine works out
_WIDE_ROOM, _WIDE_PACE = 10, 3  # of a class with characters of all scripts, which has hundreds of ranges
_CLASS_ROOM = 600  # of `\p{L}` and the like
_CHEAP_CLASS = 16  # ASCII characters in a class that take as much as one character outside a class
_ENDLESS = 1 << 40
_PIECE = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\{[0-9]*(?:,[0-9]*)?\}|.", re.DOTALL)
_NUMBER = re.compile(r"[0-9]+")
_DIGITS = 12  # of a number of repetitions; no engine accepts more
_WIDE = re.compile(r"\\[WDSs]|^\.$|^\[\^")

_MOST_APPLIED = 10_000
_NOWHERE: Path = ()
_ONE = ("not", "if", "then", "else")
_LISTS = ("allOf", "anyOf", "oneOf")
_MAPS = ("dependentSchemas", "dependencies")
_APPLYING = frozenset({*_ONE, *_LISTS, *_MAPS})

Schema: TypeAlias = Mapping[str, object]
# By the identity of a schema: the schemas that its references lead to, each with the path of the reference.
Targets: TypeAlias = Mapping[int, list[tuple[Schema, Path]]]


class Allowance:
    """What all schemas of a repository may take of memory together; each schema that is loaded uses some of it.

    `limit` is that of one schema in bytes, which the command line can raise. `contents` has the files that were read,
    by their paths; None for one that changed between two readings.
    """

    def __init__(self, limit: int = DEFAULT.schema) -> None:
        self.contents: dict[str, bytes | None] = {}
        self._most = self._left = _MOST_PARTS * max(limit, DEFAULT.schema) // DEFAULT.schema
        self._room = _MOST_ROOM

    def note(self, file: str, content: bytes) -> None:
        if self.contents.setdefault(file, content) != content:
            self.contents[file] = None

    def take(self, text: str, place: Path) -> int:
        """The parts of a file, which count again for each schema that refers to it; raises Uncompilable if too many."""
        parts = _PARTS_OF_OBJECT * text.count("{") + text.count("[") + text.count(",")
        parts += len(text) // _CHARACTERS_OF_PART
        self._left -= parts
        if self._left < 0:
            raise Uncompilable(place, "the schemas of the repository are too large together to be kept in memory")
        return parts

    def take_patterns(self, room: int) -> None:
        self._room -= room
        if self._room < 0:
            words = "the patterns of the repository's schemas are too many, or repeat too much, to be kept in memory"
            raise Uncompilable((), words)

    def may_divide(self, parts: int, room: int) -> bool:
        """Whether a schema is so small that there is memory to compile parts of it by themselves as well."""
        return parts * _SMALL <= self._most and room * _SMALL <= _MOST_ROOM


def pattern_room(schemas: Iterable[Schema]) -> int:
    """The memory that all patterns of these schemas take once they are compiled, estimated from above."""
    patterns: set[str] = set()
    for schema in schemas:
        named = schema.get("patternProperties")
        every = [schema.get("pattern"), *(named if isinstance(named, Mapping) else ())]
        patterns.update(each for each in every if isinstance(each, str))
    return sum(_USUAL_ROOM + _size(each, _WIDE_ROOM) for each in patterns)


def pattern_pace(pattern: object) -> int:
    """The places in a pattern that an engine may have to look at for each character of a text."""
    return _size(pattern, _WIDE_PACE) if isinstance(pattern, str) else 0


def _size(pattern: str, wide: int) -> int:
    """What a pattern is made of. A repetition counts as copies of what it repeats."""
    groups, last = [0], 0
    for piece in _PIECE.findall(pattern):
        if piece == "(":
            groups.append(0)
        if piece == ")" and len(groups) > 1:
            last = groups.pop() + 1
        elif piece[0] == "{" and len(piece) > 1:
            times = max(1, *(int(each[:_DIGITS]) for each in _NUMBER.findall(piece)), 1)
            groups[-1], last = groups[-1] - last, last * times
        else:
            last = _atom(piece, wide)
        last = min(last, _ENDLESS)
        groups[-1] += last
    return sum(groups)


def _atom(piece: str, wide: int) -> int:
    if "\\p" in piece or "\\P" in piece:
        return _CLASS_ROOM + len(piece)
    has_only_ascii = piece.isascii() and "\\u" not in piece and "\\x" not in piece
    ranges = len(piece) // _CHEAP_CLASS if has_only_ascii else len(piece.encode())
    return ranges + (wide if _WIDE.search(piece) else 1)


def inner_first(schemas: Iterable[Schema], targets: Targets) -> list[Schema]:
    """All schemas, in an order in which those that apply together with another one come before it.

    Raises Uncompilable if a schema refers to itself without end, or if too many apply together to one value.
    """
    sizes: dict[int, int] = {}
    order: list[Schema] = []
    for schema in schemas:
        if id(schema) not in sizes:
            _count(schema, targets, sizes, order)
    return order


def _count(start: Schema, targets: Targets, sizes: dict[int, int], order: list[Schema]) -> None:
    """Counts how many schemas apply together with each, itself included; inner ones first, without recursion."""
    work = [(start, _NOWHERE, applied(start, targets))]
    begun = {id(start)}
    while work:
        schema, place, remaining = work[-1]
        following = next((each for each in remaining if id(each[0]) not in sizes), None)
        if following is None:
            work.pop()
            order.append(schema)
            sizes[id(schema)] = 1 + sum(sizes[id(each)] for each, _ in applied(schema, targets))
            if sizes[id(schema)] > _MOST_APPLIED:
                raise Uncompilable(place, f"more than {_MOST_APPLIED} schemas apply to the same value")
            continue
        inner, where = following
        if id(inner) in begun:
            raise Uncompilable(where or place, "a reference leads back to itself without end")
        begun.add(id(inner))
        work.append((inner, where or place, applied(inner, targets)))


def applied(schema: Schema, targets: Targets) -> Iterator[tuple[Schema, Path]]:
    """The schemas that apply to the same value as this one; each with the path of its reference, if it has one."""
    yield from targets.get(id(schema), ())
    if _APPLYING.isdisjoint(schema):  # as most are: with such early returns large schemas load in half the time
        return
    inner: list[object] = [schema.get(keyword) for keyword in _ONE]
    for keyword in _LISTS:
        inner.extend(in_list(schema.get(keyword)))
    for keyword in _MAPS:
        inner.extend(in_mapping(schema.get(keyword)))
    yield from ((each, ()) for each in inner if isinstance(each, Mapping))


def in_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def in_mapping(value: object) -> list[object]:
    return list(value.values()) if isinstance(value, Mapping) else []
