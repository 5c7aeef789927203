"""Finds the values for which a schema has our own formats: paths and ids of other documents."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urldefrag, urljoin

from meminit.model.node import Mapped, Node, Path, Scalar
from meminit.schema import pointers
from meminit.schema.regex import BadRegex, searcher

Format = Literal["doc-path", "doc-id"]
Key: TypeAlias = str | int  # of a mapping, or the index of an item
Step: TypeAlias = Key | Callable[[Iterable[Key]], list[Key]]  # to one key, or to those that are chosen of several

_FORMATS: Mapping[str, Format] = {"doc-path": "doc-path", "doc-id": "doc-id"}
_DEEPEST = 16
_MOST = 2000  # schemas that are looked at


class FormatTree(NamedTuple):
    """The formats of a value, and by steps into it those of what lies within."""

    formats: set[Format]
    onward: dict[Step, "FormatTree"]


class _Here(NamedTuple):
    schema: object
    document: object
    uri: str
    steps: tuple[Step, ...] = ()

    def onward(self, schema: object, step: Step) -> "_Here":
        return self._replace(schema=schema, steps=(*self.steps, step))


def format_tree(schema: Mapping[str, object], uri: str, files: Mapping[str, object]) -> FormatTree:
    """The formats that the schema, or a file that it refers to, sets without conditions."""
    found = FormatTree(set(), {})
    waiting = deque([_Here(schema, schema, uri)])  # from the top down, in case there are too many
    seen: set[tuple[int, tuple[Step, ...]]] = set()
    while waiting and len(seen) < _MOST:
        here = waiting.popleft()
        if not isinstance(here.schema, Mapping) or (id(here.schema), here.steps) in seen:
            continue
        seen.add((id(here.schema), here.steps))
        name = here.schema.get("format")
        if isinstance(name, str) and name in _FORMATS:
            _at(found, here.steps).formats.add(_FORMATS[name])
        if len(here.steps) < _DEEPEST:
            waiting.extend(_of_same_value(here, here.schema, files))
            waiting.extend(_of_keys(here, here.schema))
            waiting.extend(_of_items(here, here.schema))
    return found


def _at(tree: FormatTree, steps: tuple[Step, ...]) -> FormatTree:
    for step in steps:
        tree = tree.onward.setdefault(step, FormatTree(set(), {}))
    return tree


def _of_same_value(here: _Here, schema: Mapping[str, object], files: Mapping[str, object]) -> Iterator[_Here]:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        uri, fragment = urldefrag(urljoin(here.uri, reference))
        document = here.document if uri == here.uri else files.get(uri)
        yield _Here(pointers.resolve(document, fragment), document, uri, here.steps)
    every = schema.get("allOf")
    yield from (here._replace(schema=each) for each in (every if isinstance(every, list) else ()))
    for keyword in ("anyOf", "oneOf"):
        branches = schema.get(keyword)
        for kind in ("string", "array"):
            fitting = [each for each in branches if _may_be(kind, each)] if isinstance(branches, list) else []
            if len(fitting) == 1:  # if there are several, it is not certain which one is meant
                yield here._replace(schema=fitting[0])


def _may_be(kind: str, schema: object) -> bool:
    """Whether a schema accepts a value of this kind, as far as its type and its constant show."""
    if not isinstance(schema, Mapping):
        return schema is not False
    names = schema.get("type", kind)
    fixed = schema.get("const", "" if kind == "string" else [])
    return kind in (names if isinstance(names, list) else [names]) and isinstance(fixed, str) == (kind == "string")


def _of_keys(here: _Here, schema: Mapping[str, object]) -> Iterator[_Here]:
    properties, patterns = _mapping(schema.get("properties")), _mapping(schema.get("patternProperties"))
    for name, inner in properties.items():
        yield here.onward(inner, name)
    for pattern, inner in patterns.items():
        yield here.onward(inner, partial(_fitting, pattern))
    yield here.onward(schema.get("additionalProperties"), partial(_others, properties, tuple(patterns)))


def _fitting(pattern: str, keys: Iterable[Key]) -> list[Key]:
    """The keys that the pattern matches; none if no library accepts the pattern."""
    with suppress(BadRegex):
        test = searcher(pattern)
        return [key for key in keys if isinstance(key, str) and test(key)]
    return []


def _others(properties: Mapping[str, object], patterns: tuple[str, ...], keys: Iterable[Key]) -> list[Key]:
    left: list[Key] = [key for key in keys if isinstance(key, str) and key not in properties]
    for pattern in patterns:  # one after the other, since a limited number is kept compiled
        fitting = set(_fitting(pattern, left))
        left = [key for key in left if key not in fitting]
    return left


def _of_items(here: _Here, schema: Mapping[str, object]) -> Iterator[_Here]:
    items = schema.get("items")
    first = items if isinstance(items, list) else schema.get("prefixItems")
    count = len(first) if isinstance(first, list) else 0
    for index, inner in enumerate(first if isinstance(first, list) else ()):
        yield here.onward(inner, index)
    rest = schema.get("additionalItems") if isinstance(items, list) else items
    yield here.onward(rest, lambda keys: [key for key in keys if isinstance(key, int) and key >= count])


def values(tree: FormatTree, nodes: Iterable[tuple[Path, Node]]) -> Iterator[tuple[Format, Path, Scalar]]:
    """The single values with a format at and below the nodes, which are all at the root of the tree."""
    within: dict[Key, list[tuple[Path, Node]]] = {}
    for path, node in nodes:
        if isinstance(node, Scalar):
            yield from ((each, path, node) for each in tree.formats)
        for key, inner in _children(node):
            within.setdefault(key, []).append(((*path, key), inner))
    for step, onward in tree.onward.items() if within else ():
        keys = step(within) if callable(step) else [step] if step in within else []
        yield from values(onward, [each for key in keys for each in within[key]])


def _children(node: Node) -> list[tuple[Key, Node]]:
    if isinstance(node, Mapped):
        return [(key, entry.node) for key, entry in node.entries.items()]
    return [] if isinstance(node, Scalar) else list(enumerate(node.items))


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
