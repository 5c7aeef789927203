"""Writes the index artefact: every document with what its front matter says, and who leads to whom.

It is the same, byte by byte, for the same tree; so it can be committed, and compared by lines: each document has
one, and so have the edges that lead from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit import as_json
from meminit.edits.putting import put
from meminit.model.finding import Finding
from meminit.model.outcome import Outcome, Text, noted
from meminit.operations import nodes
from meminit.operations.index_place import index_place
from meminit.operations.knowing import Knowledge
from meminit.words import counted

_LINES_AT_ONCE = 500
_KINDS = ("references", "related", "supersedes")  # in the order of edges between the same documents
_ENDS = tuple(b',"edge_type":"%b"}' % kind.encode() for kind in _KINDS)


class Index(NamedTuple):
    """Lines of JSON objects, with commas between them: one for each document, and one for all edges from a document."""

    nodes: list[bytes]
    edges: list[bytes]
    edge_count: int


def run(known: Knowledge, names: Sequence[str]) -> Outcome:
    """The pages of these names were written before, since they are documents themselves."""
    pages = [known.settings.project.page(name) for name in names]
    where = index_place(known)
    index, found = contents(known)
    path, is_new = where.relative, put(where, Artefact(index))
    data = {"index_path": path, "document_count": len(known.library.cards), "is_changed": is_new, "pages": pages}
    data |= {"nodes": as_json.Listed(index.nodes), "edges": as_json.Listed(index.edges)}
    view = (_told(index, path, is_new=is_new), Text(tuple(f"page: {each}" for each in pages)))
    return Outcome("index", data, warnings=noted(found), view=view)


def contents(known: Knowledge) -> tuple[Index, list[Finding]]:
    """What the index holds, and what was found wrong with documents that it lists all the same."""
    found = [*known.unreadable(), *known.doubled()]
    codes: dict[str, set[str]] = {}
    for each in found:
        codes.setdefault(each.path, set()).add(each.code)
    return Index(_nodes(known, codes), *_edges(known)), found


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


def _pieces(lines: Sequence[bytes]) -> Iterator[bytes]:
    for start in range(0, len(lines), _LINES_AT_ONCE):
        yield b",\n    " if start else b"\n    "
        yield b",\n    ".join(lines[start : start + _LINES_AT_ONCE])
    if lines:
        yield b"\n  "


def _nodes(known: Knowledge, codes: Mapping[str, set[str]]) -> list[bytes]:
    """By id; what has none comes last."""
    lines, names = nodes.fulls(known, codes), known.names
    order = sorted(range(len(lines)), key=names.__getitem__)
    nameless = [number for number in order if known.document_id(number) is None]
    if nameless:
        order = [number for number in order if known.document_id(number) is not None] + nameless
    return [lines[number] for number in order]


def _edges(known: Knowledge) -> tuple[list[bytes], int]:
    """Those from each document, sorted by both ends and the kind, and how many there are.

    They are sorted as numbers, each made of the target's place among all names and of the kind.
    """
    names = sorted(dict.fromkeys(known.names))
    places = {name: place * len(_KINDS) for place, name in enumerate(names)}
    ranks = [places[name] for name in known.names]
    edges: dict[int, set[int]] = {rank: set() for rank in range(0, len(names) * len(_KINDS), len(_KINDS))}
    for number, targets in enumerate(known.graph.links):
        edges[ranks[number]].update(map(ranks.__getitem__, targets))
    for source, target, kind in known.graph.references:
        edges[ranks[source]].add(ranks[target] + _KINDS.index(kind))
    quoted = as_json.each(names)
    ends = [name + end for name in quoted for end in _ENDS]
    lines = []
    for name, found in zip(quoted, edges.values(), strict=True):
        if found:
            head = b'{"source":%b,"target":' % name
            lines.append(head + (b"," + head).join(map(ends.__getitem__, sorted(found))))
    return lines, sum(map(len, edges.values()))


def _told(index: Index, path: str, *, is_new: bool) -> Text:
    counts = f"{counted(len(index.nodes), 'document')}, {counted(index.edge_count, 'edge')}"
    return Text((f"{counts}: {path} {'written' if is_new else 'was up to date'}",))
