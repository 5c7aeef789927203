"""Knows which schemas hold for the same value as another one, and bounds how many these can come to."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from meminit.model.node import Path
from meminit.schema.breach import Uncompilable

LIMIT = 10_000
_NOWHERE: Path = ()
_ONE = ("not", "if", "then", "else")
_LISTS = ("allOf", "anyOf", "oneOf")
_MAPS = ("dependentSchemas", "dependencies")
_ALL = frozenset({*_ONE, *_LISTS, *_MAPS})

Schema: TypeAlias = Mapping[str, object]
# What the references of a schema lead to, and where each of them stands; by the identity of the schema.
Targets: TypeAlias = Mapping[int, list[tuple[Schema, Path]]]


def bounded(schemas: Iterable[Schema], targets: Targets) -> list[Schema]:
    """All schemas, those that hold within another one before it.

    Raises Uncompilable if one of them refers to itself without end, or comes to more than the limit.
    """
    sizes: dict[int, int] = {}
    order: list[Schema] = []
    for schema in schemas:
        if id(schema) not in sizes:
            _measure(schema, targets, sizes, order)
    return order


def _measure(start: Schema, targets: Targets, sizes: dict[int, int], order: list[Schema]) -> None:
    """How many schemas hold for the same value as each, itself included; inner ones first, without recursion."""
    work = [(start, _NOWHERE, applied(start, targets))]
    begun = {id(start)}
    while work:
        schema, place, remaining = work[-1]
        following = next((each for each in remaining if id(each[0]) not in sizes), None)
        if following is None:
            work.pop()
            order.append(schema)
            sizes[id(schema)] = 1 + sum(sizes[id(each)] for each, _ in applied(schema, targets))
            if sizes[id(schema)] > LIMIT:
                raise Uncompilable(place, f"it comes to more than {LIMIT} schemas for the same value")
            continue
        inner, where = following
        if id(inner) in begun:
            raise Uncompilable(where or place, "a reference leads back to itself without end")
        begun.add(id(inner))
        work.append((inner, where or place, applied(inner, targets)))


def applied(schema: Schema, targets: Targets) -> Iterator[tuple[Schema, Path]]:
    """The schemas that hold for the same value as this one, each with the place of its reference if it has one."""
    yield from targets.get(id(schema), ())
    if _ALL.isdisjoint(schema):  # as nearly all are
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
