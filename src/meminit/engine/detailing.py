"""Writes the details of a document: what its card holds for rules across documents and for the graph."""

from collections.abc import Collection, Iterator

import orjson

from meminit import as_json
from meminit.as_json import BETWEEN
from meminit.engine import edges
from meminit.engine.details import Mentioning
from meminit.engine.parts import sealed
from meminit.linking.questions import asking, of_id, without_fragment
from meminit.model.document import Document, Reference
from meminit.model.link import Link
from meminit.model.node import Scalar


def written(document: Document, fields: Collection[str], naming: Collection[str]) -> bytes | None:
    """Of the fields that rules ask for, and of those that name other documents.

    None for what JSON cannot carry, such as text that is not encodable.
    """
    kept = {name: texts for name in fields if (texts := [_place(each) for each in document.texts(name)])}
    document_id = document.document_id
    references = [(each.field, _place(each.value)) for each in document.references]
    asked = list(_asked(document))
    facts = (kept, document_id and _place(document_id), [_told(each) for _, each in asked], references)
    ids = _ids(document, naming)
    try:
        first = as_json.in_turn((_questions(ids, asked), facts), orjson.dumps)
        return sealed(first + BETWEEN + edges.with_gaps(orjson.dumps(_edges(document, ids, asked))))
    except TypeError:
        return None


def mentioning_of(document: Document, naming: Collection[str]) -> Mentioning:
    """The same of a document whose details no card can hold."""
    ids, asked = _ids(document, naming), list(_asked(document))
    return Mentioning(_questions(ids, asked), edges.with_gaps(as_json.written(_edges(document, ids, asked))))


def _asked(document: Document) -> Iterator[tuple[str, Link]]:
    """The links that ask something, with what they ask about the document that they lead to."""
    here, anchors = asking(document.file.rpartition("/")[0]), document.anchors or ()
    for each in document.links:
        question = here.of(each, anchors)
        if question:
            yield without_fragment(question), each


def _ids(document: Document, naming: Collection[str]) -> list[Reference]:
    """Fields of these names hold ids, and so does what a schema marks; they stand in the order of their places."""
    return sorted(document.referring(naming), key=lambda each: (each.value.line, each.value.column))


def _questions(ids: list[Reference], asked: list[tuple[str, Link]]) -> list[str]:
    return [*(of_id(each.value.written) for each in ids), *(question for question, _ in asked)]


def _edges(document: Document, ids: list[Reference], asked: list[tuple[str, Link]]) -> list[dict[str, object]]:
    own, path = document.known_id or document.path, document.path
    by_id = [edges.told(own, path, _written_at(*_place(each.value)), each.field) for each in ids]
    return by_id + [edges.told(own, path, _written_at(each.written, each.line, each.column)) for _, each in asked]


def _written_at(written: str, line: int, column: int | None) -> dict[str, object]:
    column_if_known = {} if column is None else {"column": column}
    return {"line": line, **column_if_known, "written": written}


def _told(link: Link) -> tuple[str | None, str, tuple[int, int] | None]:
    """What the edge of a link does not tell of it."""
    spot = link.spot
    return None if link.target == link.written else link.target, link.kind, (spot.line, spot.column) if spot else None


def _place(scalar: Scalar) -> tuple[str, int, int]:
    """All that rules across documents need of a value."""
    return scalar.written, scalar.line, scalar.column
