"""Finds the fields that a schema marks with formats of our own: paths and ids of other documents."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urldefrag, urljoin

from meminit.model.node import Mapped, Node, Path, Scalar, Sequence
from meminit.schema import pointers

Format = Literal["doc-path", "doc-id"]
Step: TypeAlias = str | None  # None stands for any item, or for any key

_FORMATS: Mapping[str, Format] = {"doc-path": "doc-path", "doc-id": "doc-id"}
_SAME = ("allOf", "anyOf", "oneOf", "if", "then", "else")  # keywords whose schemas are about the same value
_EACH = ("items", "prefixItems", "additionalItems", "contains", "additionalProperties", "patternProperties")
_DEEPEST = 16
_MOST = 5000


class Marked(NamedTuple):
    """Which values a format is about: the steps that lead to them."""

    format: Format
    steps: tuple[Step, ...]


class _Here(NamedTuple):
    schema: object
    document: object
    uri: str
    steps: tuple[Step, ...]


def marked(schema: Mapping[str, object], uri: str, files: Mapping[str, object]) -> tuple[Marked, ...]:
    """Every value that the schema or a file it refers to marks, as far as its text tells."""
    found: dict[Marked, None] = {}
    waiting = [_Here(schema, schema, uri, ())]
    seen: set[tuple[int, tuple[Step, ...]]] = set()
    while waiting and len(seen) < _MOST:
        here = waiting.pop()
        if not isinstance(here.schema, Mapping) or (id(here.schema), here.steps) in seen:
            continue
        seen.add((id(here.schema), here.steps))
        name = here.schema.get("format")
        if isinstance(name, str) and name in _FORMATS:
            found[Marked(_FORMATS[name], here.steps)] = None
        waiting.extend(_below(here, here.schema, files))
    return tuple(sorted(found, key=repr))


def _below(here: _Here, schema: Mapping[str, object], files: Mapping[str, object]) -> Iterator[_Here]:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        uri, fragment = urldefrag(urljoin(here.uri, reference))
        document = here.document if uri == here.uri else files.get(uri)
        yield _Here(pointers.resolve(document, fragment), document, uri, here.steps)
    for keyword in _SAME:
        value = schema.get(keyword)
        yield from (here._replace(schema=each) for each in (value if isinstance(value, list) else [value]))
    if len(here.steps) >= _DEEPEST:
        return
    properties = schema.get("properties")
    for name, inner in properties.items() if isinstance(properties, Mapping) else ():
        yield here._replace(schema=inner, steps=(*here.steps, name))
    for keyword in _EACH:
        value = schema.get(keyword)
        several = value.values() if keyword == "patternProperties" and isinstance(value, Mapping) else [value]
        for each in several:
            inner = each if isinstance(each, list) else [each]
            yield from (here._replace(schema=one, steps=(*here.steps, None)) for one in inner)


def values(fields: Mapped, steps: tuple[Step, ...]) -> Iterator[tuple[Path, Scalar]]:
    """The single values that the steps lead to, with their paths."""
    waiting: list[tuple[Path, Node, int]] = [((), fields, 0)]
    while waiting:
        path, node, depth = waiting.pop()
        if depth == len(steps):
            if isinstance(node, Scalar):
                yield path, node
            continue
        step = steps[depth]
        waiting.extend((*each, depth + 1) for each in reversed(_children(node, path, step)))


def _children(node: Node, path: Path, step: Step) -> list[tuple[Path, Node]]:
    if isinstance(node, Mapped):
        keys = node.entries if step is None else [step] if step in node.entries else []
        return [((*path, key), node.entries[key].node) for key in keys]
    if isinstance(node, Sequence) and step is None:
        return [((*path, index), item) for index, item in enumerate(node.items)]
    return []
