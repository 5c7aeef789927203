"""Finds the fields that a schema marks with formats of our own: paths and ids of other documents."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from operator import eq
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urldefrag, urljoin

from meminit.model.node import Mapped, Node, Path, Scalar
from meminit.schema import pointers
from meminit.schema.breach import Uncompilable
from meminit.schema.regex import known_searcher

Format = Literal["doc-path", "doc-id"]
Step: TypeAlias = Callable[[str | int], bool]  # whether it leads to the value of this key, or to this item

_FORMATS: Mapping[str, Format] = {"doc-path": "doc-path", "doc-id": "doc-id"}
_DEEPEST = 16
_MOST = 2000  # subschemas that are looked at


class Marked(NamedTuple):
    """Which values a format is about: the steps that lead to them."""

    format: Format
    steps: tuple[Step, ...]


class _Here(NamedTuple):
    schema: object
    document: object
    uri: str
    steps: tuple[Step, ...] = ()

    def onward(self, schema: object, step: Step) -> "_Here":
        return self._replace(schema=schema, steps=(*self.steps, step))


def marked(schema: Mapping[str, object], uri: str, files: Mapping[str, object]) -> tuple[Marked, ...]:
    """Every value that the schema or a file it refers to marks for certain; conditions are not looked into."""
    found = []
    waiting = deque([_Here(schema, schema, uri)])  # what is near the top first, should there be too much
    seen: set[tuple[int, tuple[Step, ...]]] = set()
    while waiting and len(seen) < _MOST:
        here = waiting.popleft()
        if not isinstance(here.schema, Mapping) or (id(here.schema), here.steps) in seen:
            continue
        seen.add((id(here.schema), here.steps))
        name = here.schema.get("format")
        if isinstance(name, str) and name in _FORMATS:
            found.append(Marked(_FORMATS[name], here.steps))
        if len(here.steps) < _DEEPEST:
            waiting.extend(_about_the_same(here, here.schema, files))
            waiting.extend(_of_keys(here, here.schema))
            waiting.extend(_of_items(here, here.schema))
    return tuple(found)


def _about_the_same(here: _Here, schema: Mapping[str, object], files: Mapping[str, object]) -> Iterator[_Here]:
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
            if len(fitting) == 1:  # else another branch may be what the value is for
                yield here._replace(schema=fitting[0])


def _may_be(kind: str, schema: object) -> bool:
    """Whether a schema accepts a value of this kind, as far as its type and its constant tell."""
    if not isinstance(schema, Mapping):
        return schema is not False
    names = schema.get("type", kind)
    fixed = schema.get("const", "" if kind == "string" else [])
    return kind in (names if isinstance(names, list) else [names]) and isinstance(fixed, str) == (kind == "string")


def _of_keys(here: _Here, schema: Mapping[str, object]) -> Iterator[_Here]:
    properties, patterns = _mapping(schema.get("properties")), _mapping(schema.get("patternProperties"))
    for name, inner in properties.items():
        yield here.onward(inner, partial(eq, name))
    tests = {pattern: partial(_occurs, pattern) for pattern in patterns}
    for pattern, test in tests.items():
        yield here.onward(patterns[pattern], partial(_fits, (test,)))
    own: tuple[Callable[[str], bool], ...] = (properties.__contains__, *tests.values())
    yield here.onward(schema.get("additionalProperties"), lambda step: isinstance(step, str) and not _fits(own, step))


def _fits(tests: tuple[Callable[[str], bool], ...], step: str | int) -> bool:
    return isinstance(step, str) and any(test(step) for test in tests)


def _of_items(here: _Here, schema: Mapping[str, object]) -> Iterator[_Here]:
    items = schema.get("items")
    first = items if isinstance(items, list) else schema.get("prefixItems")
    count = len(first) if isinstance(first, list) else 0
    for index, inner in enumerate(first if isinstance(first, list) else ()):
        yield here.onward(inner, partial(eq, index))
    rest = schema.get("additionalItems") if isinstance(items, list) else items
    yield here.onward(rest, lambda step: isinstance(step, int) and step >= count)


def values(fields: Mapped, steps: tuple[Step, ...]) -> Iterator[tuple[Path, Scalar]]:
    """The single values that the steps lead to, with their paths."""
    waiting: list[tuple[Path, Node]] = [((), fields)]
    while waiting:
        path, node = waiting.pop()
        if len(path) == len(steps):
            if isinstance(node, Scalar):
                yield path, node
            continue
        takes = steps[len(path)]
        waiting.extend(((*path, step), inner) for step, inner in _children(node) if takes(step))


def _children(node: Node) -> list[tuple[str | int, Node]]:
    if isinstance(node, Mapped):
        return [(key, entry.node) for key, entry in node.entries.items()]
    return [] if isinstance(node, Scalar) else list(enumerate(node.items))


def _occurs(pattern: str, text: str) -> bool:
    """Compiled only where it is asked, for most schemas mark nothing; where no library takes it, nothing fits."""
    with suppress(Uncompilable):
        return known_searcher(pattern)(text)
    return False


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
