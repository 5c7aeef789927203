"""Writes the index: a file in JSON with every document, what its front matter says, and which documents it leads to.

It is the same, byte by byte, for the same tree; so it can be committed, and compared by lines: each document has
one, and so have the edges that lead from it.
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from meminit import as_json
from meminit.as_json import Lines
from meminit.documents.discover import MARKDOWN
from meminit.edits.putting import Destination, destination, foreign, put, seen
from meminit.faults import DOCS_ROOT_MISSING, WRITE_REFUSED, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import Outcome, Text, noted
from meminit.operations.inventory import NO_FIELDS, Inventory
from meminit.sources import gate
from meminit.words import counted, listed

LARGEST = 1 << 28  # bytes
_BEGINNING = b'{\n  "index_version": '
_USUAL_NAME = "meminit.index.json"  # a file of this name is an index, no matter which tool wrote it
_LINES_AT_ONCE = 64
_MOST_KEPT = 1 << 24  # bytes of edges, which the file and an answer in JSON share
_KINDS = ("references", "related", "supersedes")  # in the order of edges between the same documents
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_ENDS = tuple(b',"edge_type":"%b"}' % kind.encode() for kind in _KINDS)


class Index(NamedTuple):
    """Lines of JSON objects, with commas between them: one for each document, and one for all edges from a document."""

    nodes: Lines
    edges: Lines
    edge_count: int


class IndexFile:
    """The bytes of the file, in pieces; it can be iterated over again."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __iter__(self) -> Iterator[bytes]:
        yield b'{\n  "index_version": "1.0",\n  "nodes": ['
        yield from _pieces(self._index.nodes)
        yield b'],\n  "edges": ['
        yield from _pieces(self._index.edges)
        yield b"]\n}\n"


def run(inventory: Inventory, names: Sequence[str]) -> Outcome:
    """`names` are the pages that were written before, since they are documents themselves."""
    pages = [inventory.settings.project.page(name) for name in names]
    where = index_destination(inventory)
    index, found = contents(inventory)
    artefact = IndexFile(index)
    is_new = not seen(where, lambda path: gate.is_made_of(path, LARGEST, artefact))
    if is_new:
        put(where, artefact)
    data: dict[str, object] = {
        "index_path": where.relative,
        "document_count": len(index.nodes),
        "is_changed": is_new,
        "pages": pages,
        "nodes": as_json.Listed(index.nodes),
        "edges": as_json.Listed(index.edges),
    }
    view = (_summary(index, where.relative, is_new=is_new), Text(tuple(f"page: {each}" for each in pages)))
    return Outcome("index", data, warnings=noted(found), view=view)


def _summary(index: Index, path: str, *, is_new: bool) -> Text:
    counts = f"{counted(len(index.nodes), 'document')}, {counted(index.edge_count, 'edge')}"
    return Text((f"{counts}: {path} {'written' if is_new else 'was up to date'}",))


def index_destination(inventory: Inventory) -> Destination:
    """Raises WRITE_REFUSED where the path belongs to something else: a document, a configuration, a schema.

    Raises DOCS_ROOT_MISSING where there is nothing to write an index of.
    """
    gone = inventory.missing_roots()
    if gone:
        raise MeminitError(DOCS_ROOT_MISSING, f"the docs root {listed(gone)} does not exist", paths=gone)
    path = inventory.settings.project.index_path
    if path.lower().endswith(MARKDOWN):
        raise MeminitError(WRITE_REFUSED, f"{path}: the index is not Markdown; give it another name", path=path)
    where = destination(inventory.root, path)
    beginning = seen(where, partial(gate.beginning, limit=LARGEST, size=len(_BEGINNING)))
    if beginning not in {None, _BEGINNING} and os.path.basename(path) != _USUAL_NAME:
        raise foreign(where)
    return where


def contents(inventory: Inventory) -> tuple[Index, list[Finding]]:
    """What the index holds, and the findings of documents that are unreadable or bare, and of shared ids."""
    found = [*inventory.unreadable(NO_FIELDS), *inventory.doubled()]
    codes: dict[str, set[str]] = {}
    for each in found:
        codes.setdefault(each.path, set()).add(each.code)
    order = sorted(range(len(inventory.names)), key=inventory.names.__getitem__)
    edges = _edges(inventory, order)
    return Index(_nodes(inventory, order, codes), edges, edges.count), found


def _pieces(lines: Lines) -> Iterator[bytes]:
    for start in range(0, len(lines), _LINES_AT_ONCE):
        yield (b",\n    " if start else b"\n    ") + b",\n    ".join(lines[start : start + _LINES_AT_ONCE])
    if len(lines):
        yield b"\n  "


def _nodes(inventory: Inventory, order: Sequence[int], codes: Mapping[str, set[str]]) -> list[bytes]:
    """Sorted by id; documents without one come last."""
    lines, ids = inventory.nodes(codes), inventory.summaries.ids
    if None in ids:
        order = sorted(order, key=lambda number: ids[number] is None)
    return [lines[number] for number in order]


class _Edges:
    """The lines of edges, encoded when they are wanted; few are kept, since all of them may be larger than the rest.

    `led` are the documents that lead to others, each with its edges. A document is given by its position in `names`,
    an edge by a number that encodes the position of its target and its kind.
    """

    def __init__(self, names: Sequence[str], led: Sequence[tuple[int, list[int]]]) -> None:
        self._names, self._led = as_json.each(names), led
        self._ends = [name + end for name in self._names for end in _ENDS]
        self._kept: dict[int, list[bytes]] = {}
        self._room = _MOST_KEPT

    @property
    def count(self) -> int:
        return sum(len(targets) for _, targets in self._led)

    def __len__(self) -> int:
        return len(self._led)

    def __getitem__(self, part: slice) -> list[bytes]:
        if part.start not in self._kept:
            lines = self._encoded(part)
            self._room -= sum(map(len, lines))
            if self._room < 0:
                return lines
            self._kept[part.start] = lines
        return self._kept[part.start]

    def _encoded(self, part: slice) -> list[bytes]:
        names, end_of = self._names, self._ends.__getitem__
        lines = []
        for source, targets in self._led[part]:
            head = b'{"source":%b,"target":' % names[source]
            lines.append(head + (b"," + head).join(map(end_of, targets)))
        return lines


def _edges(inventory: Inventory, order: Sequence[int]) -> _Edges:
    """Sorted by both ends and the kind."""
    numbers = [0] * len(order)
    for position, number in enumerate(order):
        numbers[number] = position * len(_KINDS)
    by_id: dict[int, list[int]] = defaultdict(list)
    for source, target, kind, _ in inventory.graph.written():
        by_id[source].append(numbers[target] + _NUMBERS[kind])
    led: list[list[int]] = [[]] * len(order)
    for source, targets in enumerate(inventory.graph.linked(numbers)):
        if source in by_id:
            targets.update(by_id[source])
        led[numbers[source] // len(_KINDS)] = sorted(targets)
    names = list(map(inventory.names.__getitem__, order))
    return _Edges(names, [each for each in enumerate(_together(names, led)) if each[1]])


def _together(names: Sequence[str], led: list[list[int]]) -> list[list[int]]:
    """Documents that share a name are merged: edges from and to them are those of the first one."""
    if len(set(names)) == len(names):
        return led
    firsts: dict[str, int] = {}
    for position, name in enumerate(names):
        firsts.setdefault(name, position)
    found: list[set[int]] = [set() for _ in names]
    for name, targets in zip(names, led, strict=True):
        for position, kind in (divmod(each, len(_KINDS)) for each in targets):
            found[firsts[name]].add(firsts[names[position]] * len(_KINDS) + kind)
    return list(map(sorted, found))
