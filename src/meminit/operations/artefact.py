"""The index artefact: every document with what its front matter says, and who leads to whom.

It is the same, byte by byte, for the same tree; so it can be committed, and compared by lines: each document has
one, and so have the edges that lead from it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit import as_json
from meminit.as_json import Lines
from meminit.model.finding import Finding
from meminit.operations import nodes
from meminit.operations.knowing import Knowledge

_LINES_AT_ONCE = 64
_MOST_KEPT = 1 << 24  # bytes of edges, which the artefact and an answer in JSON have in common
_KINDS = ("references", "related", "supersedes")  # in the order of edges between the same documents
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_ENDS = tuple(b',"edge_type":"%b"}' % kind.encode() for kind in _KINDS)


class Index(NamedTuple):
    """Lines of JSON objects, with commas between them: one for each document, and one for all edges from a document."""

    nodes: Lines
    edges: Lines
    edge_count: int


def contents(known: Knowledge) -> tuple[Index, list[Finding]]:
    """What the index holds, and what was found wrong with documents that it lists all the same."""
    found = [*known.unreadable(), *known.doubled()]
    codes: dict[str, set[str]] = {}
    for each in found:
        codes.setdefault(each.path, set()).add(each.code)
    order = sorted(range(len(known.names)), key=known.names.__getitem__)
    edges = _edges(known, order)
    return Index(_nodes(known, order, codes), edges, edges.count), found


class Artefact:
    """The file, piece by piece, as often as it is gone through."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __iter__(self) -> Iterator[bytes]:
        yield b'{\n  "index_version": "1.0",\n  "nodes": ['
        yield from _pieces(self._index.nodes)
        yield b'],\n  "edges": ['
        yield from _pieces(self._index.edges)
        yield b"]\n}\n"


def _pieces(lines: Lines) -> Iterator[bytes]:
    for start in range(0, len(lines), _LINES_AT_ONCE):
        yield (b",\n    " if start else b"\n    ") + b",\n    ".join(lines[start : start + _LINES_AT_ONCE])
    if len(lines):
        yield b"\n  "


def _nodes(known: Knowledge, order: Sequence[int], codes: Mapping[str, set[str]]) -> list[bytes]:
    """By id; what has none comes last."""
    lines, ids = nodes.fulls(known, codes), known.summaries.ids
    if None in ids:
        order = sorted(order, key=lambda number: ids[number] is None)
    return [lines[number] for number in order]


class _Edges:
    """The lines of edges, encoded when they are wanted; few are kept, since all of them may be larger than the rest.

    `led` are the documents that lead to others, each with where it leads to. All go by their places in `names`; those
    that are led to by a number that tells the kind as well.
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


def _edges(known: Knowledge, order: Sequence[int]) -> _Edges:
    """Sorted by both ends and the kind."""
    numbers = [0] * len(order)
    for place, number in enumerate(order):
        numbers[number] = place * len(_KINDS)
    by_id: dict[int, list[int]] = defaultdict(list)
    for source, target, kind, _ in known.graph.written():
        by_id[source].append(numbers[target] + _NUMBERS[kind])
    led: list[list[int]] = [[]] * len(order)
    for source, targets in enumerate(known.graph.linked(numbers)):
        if source in by_id:
            targets.update(by_id[source])
        led[numbers[source] // len(_KINDS)] = sorted(targets)
    names = list(map(known.names.__getitem__, order))
    return _Edges(names, [each for each in enumerate(_together(names, led)) if each[1]])


def _together(names: Sequence[str], led: list[list[int]]) -> list[list[int]]:
    """What leads from and to documents that share a name goes by the first of them."""
    if len(set(names)) == len(names):
        return led
    firsts: dict[str, int] = {}
    for place, name in enumerate(names):
        firsts.setdefault(name, place)
    found: list[set[int]] = [set() for _ in names]
    for name, targets in zip(names, led, strict=True):
        for place, kind in (divmod(each, len(_KINDS)) for each in targets):
            found[firsts[name]].add(firsts[names[place]] * len(_KINDS) + kind)
    return list(map(sorted, found))
