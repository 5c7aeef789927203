"""Reads the file of the work queue, and finds what is wrong in it, with lines."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.model.node import Mapped, Node, Scalar, Sequence
from meminit.queue.entries import DONE, FIELDS, LISTS, PRIORITIES, STATES, Entry, Queue
from meminit.sources import yaml_text
from meminit.words import did_you_mean, listed, nearest, quoted

VERSION = "2.0"
_TOP = ("state_schema_version", "documents")
_OPTIONS: Mapping[str, tuple[str, ...]] = {"impl_state": STATES, "priority": PRIORITIES}


class Wrong(NamedTuple):
    """Something that the file must not say, and the line."""

    words: str
    line: int


class Named(NamedTuple):
    """An id in the file, as the key of an entry or as what one depends on."""

    document_id: str
    line: int
    field: str = ""


class Read(NamedTuple):
    """`documents` is the mapping of entries as it stands in the file; None where there is none."""

    queue: Queue
    wrong: tuple[Wrong, ...]
    named: tuple[Named, ...]
    documents: Mapped | None = None
    root: Mapped | None = None


def read(text: str) -> Read:
    try:
        parsed = yaml_text.parse(text)
    except yaml_text.YamlError as error:
        return Read(Queue({}), (Wrong(f"it is not YAML: {error.words}", error.line),), ())
    root = parsed.root
    if root is None or (isinstance(root, Scalar) and root.kind == "null"):
        return Read(Queue({}), (), ())
    if not isinstance(root, Mapped):
        return Read(Queue({}), (Wrong("it is no mapping", root.line),), ())
    reader = _Reader()
    reader.wrong += [Wrong(f"the key {quoted(each.key)} stands there twice", each.line) for each in parsed.repeated]
    reader.top(root)
    entry = root.entries.get("documents")
    documents = entry.node if entry and isinstance(entry.node, Mapped) else None
    items = documents.entries.items() if documents else ()
    entries = {name: reader.entry(name, each.line, each.node) for name, each in items}
    queue = Queue({name: each for name, each in entries.items() if each})
    if documents:
        reader.of_all(queue, documents)
    return Read(queue, tuple(sorted(reader.wrong, key=lambda each: each.line)), tuple(reader.named), documents, root)


class _Reader:
    def __init__(self) -> None:
        self.wrong: list[Wrong] = []
        self.named: list[Named] = []

    def top(self, root: Mapped) -> None:
        for name, entry in root.entries.items():
            if name not in _TOP:
                self._complain(entry.line, f"there is no key {quoted(name)}{did_you_mean(nearest(name, _TOP))}")
        version = root.entries.get(_TOP[0])
        if version and not (isinstance(version.node, Scalar) and version.node.written.partition(".")[0] == "2"):
            self._complain(version.line, f"the version of the file must be {VERSION}")
        documents = root.entries.get("documents")
        if documents and not isinstance(documents.node, Mapped) and not _is_null(documents.node):
            self._complain(documents.line, "documents: it must be a mapping of ids")

    def entry(self, name: str, line: int, node: Node) -> Entry | None:
        self.named.append(Named(name, line))
        if _is_null(node):
            return Entry(name)
        if not isinstance(node, Mapped):
            self._complain(line, f"{name}: it must be a mapping of fields")
            return None
        values: dict[str, str | tuple[str, ...]] = {}
        for field, each in node.entries.items():
            if field not in FIELDS:
                meant = did_you_mean(nearest(field, FIELDS))
                self._complain(each.line, f"{name}: there is no field {quoted(field)}{meant}")
            elif not _is_null(each.node):
                values |= self._value(name, field, each.line, each.node)
        return Entry(name, **values)  # type: ignore[arg-type]  # each has the type of its field

    def _value(self, name: str, field: str, line: int, node: Node) -> dict[str, str | tuple[str, ...]]:
        if field in LISTS:
            nodes = node.items if isinstance(node, Sequence) else (node,)
            items = [each for each in nodes if isinstance(each, Scalar) and not _is_null(each)]
            if len(items) < len(nodes):
                self._complain(line, f"{name}: {field} must be a list of texts")
            if field == "depends_on":
                self.named += [Named(each.written, each.line, field) for each in items]
            return {field: tuple(dict.fromkeys(each.written for each in items))}
        if not isinstance(node, Scalar):
            self._complain(line, f"{name}: {field} must be one text")
            return {}
        options = _OPTIONS.get(field)
        if options and node.written not in options:
            meant = did_you_mean(nearest(node.written, options)) or f"; there are {listed(options)}"
            self._complain(line, f"{name}: {field} cannot be {quoted(node.written)}{meant}")
            return {}
        return {field: node.written}

    def of_all(self, queue: Queue, documents: Mapped) -> None:
        cycle = queue.cycle()
        if cycle:
            words = f"they depend on each other in a circle: {listed((*cycle, cycle[0]))}"
            self._complain(documents.entries[cycle[0]].line, words)
        for entry in queue.done_too_early():
            words = f"{entry.document_id} is {DONE}, and is blocked by {listed(queue.open_blockers(entry))}"
            self._complain(documents.entries[entry.document_id].line, words)

    def _complain(self, line: int, words: str) -> None:
        self.wrong.append(Wrong(words, line))


def stale(found: Read, known: frozenset[str]) -> Iterator[Named]:
    """The ids in the file that no document has."""
    return (each for each in found.named if each.document_id not in known)


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind == "null"
