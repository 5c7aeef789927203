"""A tree of front matter values, each with its place and the text that was written."""

import math
import sys
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]
Plain: TypeAlias = bool | int | float | str | list["Plain"] | dict[str, "Plain"] | None


class Scalar(NamedTuple):
    """One value: what YAML makes of it, what the author wrote, and the kind ("date" has no JSON value of its own)."""

    value: bool | int | float | str | None
    written: str
    kind: str
    line: int
    column: int


class Sequence(NamedTuple):
    items: tuple["Node", ...]
    line: int
    column: int


class Entry(NamedTuple):
    """A key with its own place, and its value."""

    line: int
    column: int
    node: "Node"


class Mapped(NamedTuple):
    entries: Mapping[str, Entry]
    line: int
    column: int


Node: TypeAlias = Scalar | Sequence | Mapped


def plain(node: Node) -> Plain:
    """The node as JSON would hold it; a date is the text that was written."""
    if isinstance(node, Scalar):
        return node.written if node.kind == "date" else _finite(node)
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key: plain(entry.node) for key, entry in node.entries.items()}


def shown(node: Node) -> Plain:
    """The node for output and for queries: a number that is written in an unusual way keeps its spelling."""
    if isinstance(node, Scalar):
        is_odd = node.kind == "number" and str(node.value) != node.written
        return node.written if is_odd or node.kind == "date" else node.value
    if isinstance(node, Sequence):
        return [shown(item) for item in node.items]
    return shown_fields(node)


def shown_fields(fields: Mapped) -> dict[str, Plain]:
    return {key: shown(entry.node) for key, entry in fields.entries.items()}


def _finite(scalar: Scalar) -> bool | float | str | None:
    """JSON has neither infinity nor NaN; for limits, the largest number has the same effect."""
    value = scalar.value
    if isinstance(value, float) and not math.isfinite(value):
        return math.copysign(sys.float_info.max, value)
    return value


def text_of(fields: Mapped | None, name: str) -> Scalar | None:
    """The field as one value that is not blank; None when it is absent, blank, a list or a mapping."""
    entry = fields.entries.get(name) if fields else None
    node = entry.node if entry else None
    return node if isinstance(node, Scalar) and not _is_empty(node.value) else None


def divided(scalar: Scalar, mark: str) -> Iterator[Scalar]:
    """The values that one text holds, each with its place where the text stands on one line without quotes."""
    if not isinstance(scalar.value, str) or mark not in scalar.written:
        yield scalar
        return
    at = 0
    for part in scalar.written.split(mark):
        shown = part.strip()
        if shown:
            column = scalar.column + at + len(part) - len(part.lstrip())
            yield Scalar(shown, shown, "text", scalar.line, column)
        at += len(part) + len(mark)


def at(node: Node, path: Path) -> Node | None:
    """The node that a path of keys and indices leads to."""
    here: Node | None = node
    for step in path:
        here = _child(here, step)
    return here


def _child(node: Node | None, step: str | int) -> Node | None:
    if isinstance(node, Mapped) and isinstance(step, str):
        entry = node.entries.get(step)
        return entry.node if entry else None
    if isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
        return node.items[step]
    return None


def at_plain(value: object, path: Path) -> object:
    """The plain value that a path leads to; None when it leads nowhere."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def put(values: Plain, path: Path, value: Plain) -> None:
    """Sets the plain value at a path that exists."""
    here = at_plain(values, path[:-1])
    here[path[-1]] = value  # type: ignore[index]  # the path exists, so this is a list or a mapping


def without_blanks(values: Plain) -> Plain:
    """A copy that lacks every key whose value is blank text; lists keep their length, and so their paths."""
    if isinstance(values, dict):
        return {key: without_blanks(value) for key, value in values.items() if not _is_blank_text(value)}
    return [without_blanks(value) for value in values] if isinstance(values, list) else values


def _is_blank_text(value: Plain) -> bool:
    return isinstance(value, str) and not value.strip()


def scalars(node: Node, path: Path = ()) -> Iterator[tuple[Path, Scalar]]:
    """Every single value below the node, in the order of the text."""
    if isinstance(node, Scalar):
        yield path, node
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from scalars(item, (*path, index))
    else:
        for key, entry in node.entries.items():
            yield from scalars(entry.node, (*path, key))


def leaves(node: Sequence | Mapped) -> Iterator[Scalar]:
    """The same without their paths, which take most of the time."""
    below = node.items if isinstance(node, Sequence) else [entry.node for entry in node.entries.values()]
    for each in below:
        if isinstance(each, Scalar):
            yield each
        else:
            yield from leaves(each)


def dotted(path: Path) -> str:
    """A path as people write it: `authors[0].name`."""
    text = ""
    for step in path:
        key = step or '""'
        text += f"[{step}]" if isinstance(step, int) else f".{key}" if text else str(key)
    return text


def is_blank(node: Node) -> bool:
    """Whether the value is null, or text with nothing but blanks."""
    return isinstance(node, Scalar) and _is_empty(node.value)


def _is_empty(value: bool | float | str | None) -> bool:  # noqa: FBT001 - any value
    return value is None or (isinstance(value, str) and (not value or value.isspace()))
