"""Tells what is wrong with parts of a value by themselves, where to tell it of the whole would copy too much.

That is sound where a schema says what each field of a mapping or each item of a list has to be like, and nothing that
hangs on several of them. What is right costs nothing then, whatever its schema demands.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from meminit.model.node import Path
from meminit.schema import pointers
from meminit.schema.breach import Judge, RawBreach, Source, Uncompilable
from meminit.schema.compiling import compiled, judge_of
from meminit.schema.cost import MOST_COPIES, TOO_MANY, Cost
from meminit.schema.weights import size

_SAYS_NOTHING = frozenset({
    "$comment", "$defs", "$schema", "default", "definitions", "deprecated", "description", "examples", "readOnly",
    "title", "writeOnly",
})  # fmt: skip
_REFERS = frozenset({"$ref"})
_OF_FIELDS = frozenset({"additionalProperties", "properties", "required", "type"})
_OF_LISTS = frozenset({"maxItems", "minItems", "type", "uniqueItems"})
_OF_ITEMS = _OF_LISTS | {"items"}
_IDENTITIES = frozenset({"$id", "id"})  # below the top they would make references mean something else
_LOCAL = frozenset({"#/definitions", "#/$defs"})
_ELSEWHERE = "https://part.invalid/"
_MOST_APART = 8  # fields of one mapping
_MOST_JUDGES = 6  # of parts, for one value
_Judged: TypeAlias = Callable[[str], tuple[Judge, Cost]]  # by the place of a schema


class _Part(NamedTuple):
    """A value, where it stands, and the schema that it is judged by: what it says, and its place in its file."""

    value: object
    path: Path
    schema: Mapping[str, object]
    pointer: str


class _TooMany(Exception):  # noqa: N818 - it names what was seen
    """Even what is wrong with this part cannot be told."""


class Narrowing:
    """Divides values that are wrong somewhere."""

    def __init__(self, source: Source, judge: Judge, cost: Cost) -> None:
        self._source, self._whole = source, (judge, cost)
        self._judged = lru_cache(_MOST_JUDGES)(self._judge)

    def told(self, value: object) -> list[RawBreach]:
        """What is wrong; where that is too much, which field it is in, or that it is the whole."""
        try:
            return list(self._of_fields(_followed(_Part(value, (), self._source.schema, ""), self._source)))
        except _TooMany:
            return [RawBreach((), "cost", TOO_MANY, {})]

    def _of_fields(self, part: _Part) -> Iterator[RawBreach]:
        rest = _Telling(self._source, self._judged, MOST_COPIES)
        apart = rest.divided(part)
        yield from rest.without(part, apart)
        for each in apart:
            # Each by its own measure: whether one is told may not hang on how another one happens to be judged.
            telling = _Telling(self._source, self._judged, MOST_COPIES // len(apart))
            try:
                yield from list(telling.of(each))
            except _TooMany:
                yield RawBreach(each.path, "cost", TOO_MANY, {})

    def _judge(self, pointer: str) -> tuple[Judge, Cost]:
        if not pointer:
            return self._whole
        source, schema = self._source, pointers.resolve(self._source.schema, pointer)
        if not isinstance(schema, Mapping):
            raise _TooMany
        files = {**source.externals, source.uri: source.schema}
        reference = source._replace(schema={"$ref": f"{source.uri}#{pointer}"}, uri=_ELSEWHERE, externals=files)
        try:
            return compiled(reference), self._whole[1].within(schema)
        except Uncompilable as error:
            raise _TooMany from error


class _Telling:
    """Tells what is wrong with a value and its parts, as long as there is room."""

    def __init__(self, source: Source, judged: _Judged, left: int) -> None:
        self._source = source
        self._judged_at = judged
        self._used: set[str] = set()
        self._left = left

    def of(self, part: _Part) -> Iterator[RawBreach]:
        part = _followed(part, self._source)
        judge, cost = self._judged(part.pointer)
        if judge.accepts(part.value):
            return
        if cost.telling(part.value) <= self._left:
            yield from self._told(part, part.value)
        elif isinstance(part.value, list):
            yield from self._of_items(part)
        else:
            apart = self.divided(part)
            yield from self.without(part, apart)
            for each in apart:
                yield from self.of(each)

    def divided(self, part: _Part) -> list[_Part]:
        """The largest fields, without which all that is wrong with the others can be told."""
        value, properties = part.value, part.schema.get("properties")
        if not isinstance(value, dict) or not isinstance(properties, Mapping) or not _consists(part, _OF_FIELDS):
            raise _TooMany
        cost, rest, apart = self._judged(part.pointer)[1], dict(value), list[_Part]()
        candidates = [key for key in value if isinstance(properties.get(key), Mapping)]
        for key in sorted(candidates, key=lambda key: -size(value[key]))[:_MOST_APART]:
            if cost.telling(rest) <= self._left:
                break
            del rest[key]
            step = quote(key.replace("~", "~0").replace("/", "~1"), safe="")
            pointer = f"{part.pointer}/properties/{step}"
            apart.append(_Part(value[key], (*part.path, key), properties[key], pointer))
        return apart

    def without(self, part: _Part, apart: list[_Part]) -> Iterator[RawBreach]:
        """What is wrong with a mapping, leaving these fields out."""
        assert isinstance(part.value, dict)  # noqa: S101 - it was divided
        keys = {each.path[-1] for each in apart}
        for breach in self._told(part, {key: each for key, each in part.value.items() if key not in keys}):
            if not (breach.keyword == "required" and breach.path == part.path and breach.demand in keys):
                yield breach

    def _of_items(self, part: _Part) -> Iterator[RawBreach]:
        items = part.schema.get("items")
        if not isinstance(part.value, list) or not isinstance(items, Mapping) or not _consists(part, _OF_ITEMS):
            raise _TooMany
        own = {keyword: part.schema[keyword] for keyword in _OF_LISTS & part.schema.keys()}
        for breach in judge_of(own, self._source.draft)(part.value):
            yield _moved(breach, part.path)
        for index, item in enumerate(part.value):
            yield from self.of(_Part(item, (*part.path, index), items, f"{part.pointer}/items"))

    def _told(self, part: _Part, value: object) -> Iterator[RawBreach]:
        judge, cost = self._judged(part.pointer)
        if judge.accepts(value):
            return
        self._left -= cost.telling(value)
        if self._left < 0:
            raise _TooMany
        for breach in judge.breaches(value):
            yield _moved(breach, part.path)

    def _judged(self, pointer: str) -> tuple[Judge, Cost]:
        self._used.add(pointer)
        if len(self._used) > _MOST_JUDGES:
            raise _TooMany
        return self._judged_at(pointer)


def _followed(part: _Part, source: Source) -> _Part:
    """The same for what a schema refers to, where it says nothing else."""
    while "$ref" in part.schema and _consists(part, _REFERS):
        reference = str(part.schema["$ref"])
        found = pointers.resolve(source.schema, reference[1:])
        if reference.rpartition("/")[0] not in _LOCAL or not isinstance(found, Mapping):
            break
        part = part._replace(schema=found, pointer=reference[1:])
    return part


def _consists(part: _Part, keywords: frozenset[str]) -> bool:
    """Whether a schema has these keywords alone, besides what says nothing about values."""
    known = keywords | _SAYS_NOTHING | (frozenset() if part.pointer else _IDENTITIES)
    return part.schema.keys() <= known and isinstance(part.schema.get("additionalProperties", True), bool)


def _moved(breach: RawBreach, path: Path) -> RawBreach:
    branches = tuple(tuple(_moved(reason, path) for reason in branch) for branch in breach.branches)
    return breach._replace(path=(*path, *breach.path), branches=branches)
