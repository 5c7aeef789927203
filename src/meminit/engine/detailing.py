"""Writes the details of a document: what its card holds for rules across documents and for the graph."""

from collections.abc import Collection

import orjson

from meminit import as_json
from meminit.engine.details import PLACE, Mentioning
from meminit.engine.parts import sealed
from meminit.linking.questions import ASKS_NOTHING, asking
from meminit.model.document import Document
from meminit.model.link import Link
from meminit.model.node import Scalar


def written(document: Document, fields: Collection[str], naming: Collection[str]) -> bytes | None:
    """Of the fields that rules ask for, and of those that name other documents.

    None for what JSON cannot carry, such as text that is not encodable.
    """
    kept = {name: texts for name in fields if (texts := [_place(each) for each in document.texts(name)])}
    document_id = document.document_id
    references = [(each.field, _place(each.value)) for each in document.references]
    links = [_told(each) for each in document.links]
    facts = (kept, document_id and _place(document_id), links, references)
    values, questions, places = _mentioned(document, naming)
    try:
        return sealed(as_json.in_turn((facts, (values, questions), *places), orjson.dumps))
    except TypeError:
        return None


def mentioning_of(document: Document, naming: Collection[str]) -> Mentioning:
    """The same of a document whose details no card can hold."""
    values, questions, places = _mentioned(document, naming)
    every = [as_json.written(each)[1:] for each in places]
    return Mentioning(values, every[: len(values)], questions, PLACE.join(every[len(values) :]))


def _mentioned(
    document: Document, naming: Collection[str]
) -> tuple[list[tuple[str, str]], list[str], list[dict[str, object]]]:
    """Fields of these names hold ids, and so does what a schema marks; values stand in the order of their places."""
    here, anchors = asking(document.file.rpartition("/")[0]), document.anchors or ()
    values = sorted(document.referring(naming), key=lambda each: (each.value.line, each.value.column))
    questions = [here.of(each, anchors) or ASKS_NOTHING for each in document.links]
    places = [{**_written_at(*_place(each.value)), "field": each.field} for each in values]
    places += [_written_at(each.written, each.line, each.column) for each in document.links]
    return [(each.field, each.value.written) for each in values], questions, places


def _written_at(written: str, line: int, column: int | None) -> dict[str, object]:
    column_if_known = {} if column is None else {"column": column}
    return {"line": line, **column_if_known, "written": written}


def _told(link: Link) -> tuple[str | None, str, tuple[int, int] | None]:
    """What the line of its place does not tell."""
    spot = link.spot
    return None if link.target == link.written else link.target, link.kind, (spot.line, spot.column) if spot else None


def _place(scalar: Scalar) -> tuple[str, int, int]:
    """All that rules across documents need of a value."""
    return scalar.written, scalar.line, scalar.column
