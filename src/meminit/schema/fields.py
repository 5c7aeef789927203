"""Finds in the text of a schema what it says of fields: their form, their ties, and our own formats.

Our own formats mark paths and ids of other documents. Places in a schema are JSON Pointers.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import unquote, urldefrag, urljoin

from meminit.model.node import Mapped, Node, Path, Scalar
from meminit.schema.judge import BadRegex, searcher

_FORM = frozenset({"$ref", "allOf", "anyOf", "const", "enum", "format", "not", "oneOf", "pattern"})
_SAME_MAPPING = ("$ref", "allOf", "anyOf", "else", "if", "oneOf", "then")  # their schemas are about the same mapping

ANNOTATIONS = frozenset({
    "$comment", "$defs", "$schema", "default", "definitions", "deprecated", "description", "examples", "readOnly",
    "title", "writeOnly",
})  # fmt: skip  # keywords that say nothing about values
IDENTITIES = frozenset({"$id", "id"})
_NAMES_ALONE = frozenset({"dependentRequired", "maxProperties", "minProperties", "required", "type"})
_EACH_ALONE = frozenset({"additionalProperties", "patternProperties", "propertyNames"})
_CONDITIONS = ("anyOf", "oneOf", "not", "if", "then", "else")
_WHEN_THERE = ("dependencies", "dependentSchemas")
_LOCAL = frozenset({"definitions", "$defs"})
_KNOWN = ANNOTATIONS | _NAMES_ALONE | _EACH_ALONE | {"$ref", "allOf", "properties", *_CONDITIONS, *_WHEN_THERE}
Format = Literal["doc-path", "doc-id"]
Key: TypeAlias = str | int  # of a mapping, or the index of an item
Step: TypeAlias = Key | Callable[[Iterable[Key]], list[Key]]  # to one key, or to those that are chosen of several
_FORMATS: Mapping[str, Format] = {"doc-path": "doc-path", "doc-id": "doc-id"}
_DEEPEST = 16
_MOST = 2000  # schemas that are looked at
_LONGEST_INDEX = 9  # digits


def decides_form(schema: Mapping[str, object], field: str) -> bool:
    """Whether the schema says what text the field may hold, beyond that it is text."""
    return any(_FORM & inner.keys() for inner in of_field(schema, field))


def of_field(schema: Mapping[str, object], field: str) -> Iterator[Mapping[str, object]]:
    waiting: list[object] = [schema]
    seen: set[int] = set()
    while waiting:
        here = waiting.pop()
        if not isinstance(here, Mapping) or id(here) in seen:
            continue
        seen.add(id(here))
        properties = here.get("properties")
        inner = properties.get(field) if isinstance(properties, Mapping) else None
        if isinstance(inner, Mapping):
            yield inner
        for keyword in _SAME_MAPPING:
            value = here.get(keyword)
            if isinstance(value, str) and not value.startswith("#"):
                yield {"$ref": value}  # another file, which may say anything
            elif isinstance(value, str):
                value = at_pointer(schema, value[1:])
            waiting.extend(value if isinstance(value, list) else [value])


def entangled(schema: Mapping[str, object]) -> frozenset[str] | None:
    """The fields in conditions; what the schema says of any other field depends on that field alone.

    None if a keyword may tie any field to any other. Too many fields are harmless, too few are not: so keywords beside
    a reference count even in drafts that ignore them.
    """
    tied: set[str] = set()
    root = {key: value for key, value in schema.items() if key not in IDENTITIES}
    waiting: list[tuple[object, bool]] = [(root, False)]
    seen: set[tuple[int, bool]] = set()
    may_refer = not IDENTITIES & schema.keys()  # with an identity, a reference may lead elsewhere than it seems
    while waiting:
        here, conditional = waiting.pop()
        if isinstance(here, bool) or (id(here), conditional) in seen:
            continue
        if not isinstance(here, Mapping) or here.keys() - _KNOWN or ("$ref" in here and not may_refer):
            return None
        seen.add((id(here), conditional))
        if conditional:
            if any(not isinstance(here.get(keyword, True), bool) for keyword in _EACH_ALONE):
                return None
            tied.update(here.get("properties", ()))
        waiting.extend((each, conditional) for each in _unconditional(here, schema))
        waiting.extend((each, True) for each in _conditional(here))
    return frozenset(tied)


def _unconditional(here: Mapping[str, object], schema: Mapping[str, object]) -> Iterator[object]:
    every = here.get("allOf", [])
    yield from every if isinstance(every, list) else [None]
    if "$ref" in here:
        steps = _pointer_steps(str(here["$ref"]))
        is_local = str(here["$ref"]).startswith("#/") and len(steps) == 2 and steps[0] in _LOCAL  # noqa: PLR2004
        yield at_pointer(schema, str(here["$ref"])[1:]) if is_local else None


def _conditional(here: Mapping[str, object]) -> Iterator[object]:
    for keyword in _CONDITIONS:
        value = here.get(keyword, [])
        yield from value if isinstance(value, list) else [value]
    for keyword in _WHEN_THERE:
        values = here.get(keyword, {})
        inner = list(values.values()) if isinstance(values, Mapping) else [None]
        yield from (each for each in inner if not isinstance(each, list))  # a list has only names


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
        yield _Here(at_pointer(document, fragment), document, uri, here.steps)
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


def _pointer_steps(pointer: str) -> list[str]:
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def at_pointer(document: object, pointer: str) -> object:
    """What the pointer leads to; None if there is nothing."""
    here = document
    for step in _pointer_steps(pointer):
        if isinstance(here, Mapping):
            here = here.get(step)
        elif isinstance(here, list):
            here = _item(here, step)
        else:
            return None
    return here


def _item(items: list[object], step: str) -> object:
    is_index = step.isascii() and step.isdecimal() and len(step) <= _LONGEST_INDEX
    return items[int(step)] if is_index and int(step) < len(items) else None
