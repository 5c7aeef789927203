"""What a card holds for rules across documents and for the graph, as JSON in turn.

First there are questions about other documents, in the order of their lines, then facts, and last the edge that each
question makes where it leads to a document: there may be a hundred thousand of them.
"""

from typing import Any, NamedTuple, TypeAlias

import orjson

from meminit.as_json import BETWEEN
from meminit.cache.sealing import opened
from meminit.model.document import Reference
from meminit.model.link import Link, LinkKind, Spot
from meminit.model.node import Entry, Mapped, Scalar, Sequence
from meminit.model.summary import Buffer
from meminit.workspace import edges

# What the edge of a link does not tell of it: the target where that is not what is written, the kind, and the place.
Told: TypeAlias = tuple[str | None, LinkKind, tuple[int, int] | None]


class Facts(NamedTuple):
    """What rules across documents need, besides what the card holds itself; links that ask nothing are left out."""

    fields: Mapped
    document_id: Scalar | None
    links: tuple[Link, ...]
    references: tuple[Reference, ...]


class Mentioning(NamedTuple):
    """What may mention other documents, in the order of lines: questions, with their edges."""

    questions: list[str]
    edges: bytes


def facts(details: Buffer) -> Facts:
    questions, told, written = opened(details).split(BETWEEN, 2)
    fields, document_id, links, references = orjson.loads(told)
    places = edges.read(written, len(orjson.loads(questions))) if links else []
    return Facts(
        Mapped({name: Entry(0, 0, _sequence(values)) for name, values in fields.items()}, 0, 0),
        _scalar(document_id) if document_id else None,
        tuple(_link(told, place) for told, place in zip(links, places, strict=True) if told),
        tuple(Reference(field, _scalar(value)) for field, value in references),
    )


def mentioning(details: Buffer) -> Mentioning:
    questions, _, written = opened(details).split(BETWEEN, 2)
    return Mentioning(orjson.loads(questions), written)


def _link(told: Told, place: dict[str, Any]) -> Link:
    target, kind, spot = told
    written: str = place["written"]
    here = Spot(*spot, written) if spot else None
    return Link(written if target is None else target, kind, place["line"], place.get("column"), here)


def _scalar(place: tuple[str, int, int]) -> Scalar:
    written, line, column = place
    return Scalar(written, written, "text", line, column)


def _sequence(values: list[tuple[str, int, int]]) -> Sequence:
    return Sequence(tuple(_scalar(each) for each in values), 0, 0)
