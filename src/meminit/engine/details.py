"""What a card holds for rules across documents and for the graph, as JSON in turn.

First there are facts, then values that may mention other documents, with the questions of links. After these, each
value and each link has an object that tells where it is written, in the words of the commands that list such places:
there may be a hundred thousand of them.
"""

from typing import Any, NamedTuple

import orjson

from meminit.as_json import BETWEEN
from meminit.engine.parts import opened
from meminit.model.card import Buffer
from meminit.model.document import Reference
from meminit.model.link import Link, LinkKind, Spot
from meminit.model.node import Entry, Mapped, Scalar, Sequence

PLACE = BETWEEN + b"{"  # before each place, which so lacks its first brace


class Facts(NamedTuple):
    """What rules across documents need, besides what the card holds itself."""

    fields: Mapped
    document_id: Scalar | None
    links: tuple[Link, ...]
    references: tuple[Reference, ...]


class Mentioning(NamedTuple):
    """What may mention other documents: values with their fields and places, and what links ask, with their places.

    A place is a JSON object without its first brace; those of links are kept as one, with `PLACE` between them.
    """

    values: list[tuple[str, str]]
    written: list[bytes]
    questions: list[str]
    places: bytes


def facts(details: Buffer) -> Facts:
    first, *places = opened(details).split(PLACE)
    fields, document_id, links, references = orjson.loads(first.partition(BETWEEN)[0])
    written = orjson.loads(b"[{%b]" % b",{".join(places[len(places) - len(links) :])) if links else ()
    return Facts(
        Mapped({name: Entry(0, 0, _sequence(values)) for name, values in fields.items()}, 0, 0),
        _scalar(document_id) if document_id else None,
        tuple(_link(told, place) for told, place in zip(links, written, strict=True)),
        tuple(Reference(field, _scalar(value)) for field, value in references),
    )


def mentioning(details: Buffer) -> Mentioning:
    first, _, rest = opened(details).partition(PLACE)
    values, questions = orjson.loads(first.partition(BETWEEN)[2])
    places = rest.split(PLACE, len(values))
    return Mentioning(values, places[: len(values)], questions, places[-1] if questions else b"")


def _link(told: tuple[str | None, LinkKind, tuple[int, int] | None], place: dict[str, Any]) -> Link:
    target, kind, spot = told
    written: str = place["written"]
    here = Spot(*spot, written) if spot else None
    return Link(written if target is None else target, kind, place["line"], place.get("column"), here)


def _scalar(place: tuple[str, int, int]) -> Scalar:
    written, line, column = place
    return Scalar(written, written, "text", line, column)


def _sequence(values: list[tuple[str, int, int]]) -> Sequence:
    return Sequence(tuple(_scalar(each) for each in values), 0, 0)
