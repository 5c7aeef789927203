"""Writes the index artefact: every document with what its front matter says, and who leads to whom.

It is the same, byte by byte, for the same tree; so it can be committed, and compared.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import orjson

from meminit.edits.putting import put
from meminit.model.finding import Finding
from meminit.model.outcome import Outcome, Text, noted
from meminit.operations import nodes
from meminit.operations.index_place import index_place
from meminit.operations.knowing import Knowledge
from meminit.words import counted

_VERSION = "1.0"
Index: TypeAlias = Mapping[str, list[dict[str, object]]]


def run(known: Knowledge, names: Sequence[str]) -> Outcome:
    """The pages of these names were written before, since they are documents themselves."""
    pages = [known.settings.project.page(name) for name in names]
    where = index_place(known)
    index, found = contents(known)
    path, is_new = where.relative, put(where, encoded(index))
    data = {"index_path": path, "document_count": len(known.library.cards), "is_changed": is_new, "pages": pages}
    data |= index
    view = (_told(index, path, is_new=is_new), Text(tuple(f"page: {each}" for each in pages)))
    return Outcome("index", data, warnings=noted(found), view=view)


def contents(known: Knowledge) -> tuple[Index, list[Finding]]:
    """What the index holds, and what was found wrong with documents that it lists all the same."""
    known.take_all_fields()
    found = [*known.unreadable(), *known.doubled()]
    codes: dict[str, set[str]] = {}
    for each in found:
        codes.setdefault(each.path, set()).add(each.code)
    listed = sorted((_node(known, number, codes) for number in range(len(known.names))), key=_order)
    return {"nodes": listed, "edges": _edges(known)}, found


def encoded(index: Index) -> bytes:
    return orjson.dumps({"index_version": _VERSION, **index}, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _node(known: Knowledge, number: int, codes: Mapping[str, set[str]]) -> dict[str, object]:
    wrong = sorted(codes.get(known.path(number), ()))
    return nodes.full(known, number) | ({"findings": wrong} if wrong else {})


def _order(node: Mapping[str, object]) -> tuple[bool, str, str]:
    """By id; what has none comes last."""
    return "document_id" not in node, str(node.get("document_id", "")), str(node["path"])


def _edges(known: Knowledge) -> list[dict[str, object]]:
    """Sorted by both ends; one document after the other, since there are far more edges than documents."""
    led: dict[str, list[tuple[str, str]]] = {}
    names = known.names
    for name, targets in zip(names, known.graph.links, strict=True):
        led.setdefault(name, []).extend([(names[target], "references") for target in targets])
    for edge in known.graph.references:
        led[names[edge.source]].append((names[edge.target], edge.kind))
    return [
        {"source": source, "target": target, "edge_type": kind}
        for source, every in sorted(led.items())
        for target, kind in sorted(set(every))
    ]


def _told(index: Index, path: str, *, is_new: bool) -> Text:
    counts = f"{counted(len(index['nodes']), 'document')}, {counted(len(index['edges']), 'edge')}"
    return Text((f"{counts}: {path} {'written' if is_new else 'was up to date'}",))
