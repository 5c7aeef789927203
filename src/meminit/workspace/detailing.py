"""Writes the details of a document: what its card holds for rules across documents and for the graph."""

from collections.abc import Collection
from operator import attrgetter
from typing import NamedTuple

import orjson

from meminit import as_json
from meminit.as_json import BETWEEN
from meminit.cache.sealing import sealed
from meminit.linking.questions import asking, of_id, without_fragment
from meminit.model.document import Document
from meminit.model.link import Link
from meminit.model.node import Scalar
from meminit.workspace import edges
from meminit.workspace.details import Mentioning, Told


class _Made(NamedTuple):
    """What stands in one place: the question that it asks, the edge that it makes, and of a link what else is told."""

    line: int
    question: str
    edge: dict[str, object]
    link: Told | None = None


def written(document: Document, fields: Collection[str], naming: Collection[str]) -> bytes | None:
    """Of the fields that rules ask for, and of those that name other documents.

    None for what JSON cannot carry, such as text that is not encodable.
    """
    kept = {name: texts for name in fields if (texts := [_place(each) for each in document.texts(name)])}
    document_id = document.document_id
    references = [(each.field, _place(each.value)) for each in document.references]
    made = _made(document, naming)
    links = [each.link for each in made] if any(each.link for each in made) else []
    facts = (kept, document_id and _place(document_id), links, references)
    try:
        first = as_json.in_turn(([each.question for each in made], facts), orjson.dumps)
        return sealed(first + BETWEEN + edges.with_gaps(orjson.dumps([each.edge for each in made])))
    except TypeError:
        return None


def mentioning_of(document: Document, naming: Collection[str]) -> Mentioning:
    """The same of a document whose details no card can hold."""
    made = _made(document, naming)
    written_edges = as_json.written([each.edge for each in made])
    return Mentioning([each.question for each in made], edges.with_gaps(written_edges))


def _made(document: Document, naming: Collection[str]) -> list[_Made]:
    """Fields of these names hold ids, and so does what a schema marks. All stand in the order of their lines."""
    own, path = document.known_id or document.path, document.path
    here, anchors = asking(document.file.rpartition("/")[0]), document.anchors or ()
    made = [
        _Made(each.value.line, of_id(each.value.written), edges.told(own, path, _by_id(each.value), each.field))
        for each in sorted(document.referring(naming), key=lambda each: (each.value.line, each.value.column))
    ]
    for link in document.links:
        question = here.of(link, anchors)
        if question:
            edge = edges.told(own, path, _written_at(link.written, link.line, link.column))
            made.append(_Made(link.line, without_fragment(question), edge, _told(link)))
    return sorted(made, key=attrgetter("line"))


def _by_id(value: Scalar) -> dict[str, object]:
    return _written_at(value.written, value.line, value.column)


def _written_at(written: str, line: int, column: int | None) -> dict[str, object]:
    column_if_known = {} if column is None else {"column": column}
    return {"line": line, **column_if_known, "written": written}


def _told(link: Link) -> Told:
    """What the edge of a link does not tell of it."""
    spot = link.spot
    return None if link.target == link.written else link.target, link.kind, (spot.line, spot.column) if spot else None


def _place(scalar: Scalar) -> tuple[str, int, int]:
    """All that rules across documents need of a value."""
    return scalar.written, scalar.line, scalar.column
