"""Makes documents of cards again: with what others ask of them, or with all details."""

from collections.abc import Collection
from typing import Any, NamedTuple

import orjson

from meminit.documents.discover import Candidate
from meminit.linking.questions import asking
from meminit.model.card import SEPARATOR, Card
from meminit.model.document import Breach, Document, Reference
from meminit.model.finding import Edit, Finding, Severity
from meminit.model.link import Link, Spot
from meminit.model.node import Entry, Mapped, Scalar, Sequence


def findings(card: Card, path: str) -> list[Finding]:
    """The findings of the document by itself."""
    if not card.findings:
        return []
    return [
        Finding(path, code, Severity(severity), message, line, column, context, Edit(*edit) if edit else None)
        for code, severity, message, line, column, context, edit in orjson.loads(card.findings)
    ]


def outline(card: Card, candidate: Candidate) -> Document:
    """The document as others see it: its anchors, and the fields by which it is found."""
    anchors = card.anchors[1:-1].split(SEPARATOR) if card.anchors else ()
    return Document(
        candidate.path,
        candidate.namespace,
        candidate.file,
        anchors=frozenset(anchors),
        is_understood=card.is_understood,
    )


def whole(card: Card, candidate: Candidate, details: bytes) -> Document:
    """The document with all that rules across documents need."""
    fields, document_id, links, _, references = orjson.loads(details)
    refused = () if card.is_sound or not document_id else (_MALFORMED,)
    return outline(card, candidate)._replace(
        fields=Mapped({name: Entry(0, 0, _sequence(values)) for name, values in fields.items()}, 0, 0),
        document_id=_scalar(document_id) if document_id else None,
        claimed_id=card.claimed_id,
        links=tuple(_link(each) for each in links),
        references=tuple(Reference(field, _scalar(value)) for field, value in references),
        breaches=refused,
    )


class Mentioning(NamedTuple):
    """What may mention other documents, in plain tuples, since there may be a hundred thousand of them.

    Values by their fields, what is written and where; links by what they ask, where they are and what is written.
    """

    values: list[tuple[str, str, int, int]]
    links: list[tuple[str, int, int | None, str]]


def mentioning(details: bytes, names: Collection[str]) -> Mentioning:
    """The fields of these names may hold ids, and so may what a schema marks."""
    fields, _, links, questions, references = orjson.loads(details)
    values = {(line, column): (name, written) for name, (written, line, column) in references}
    named = ((name, each) for name in names for each in fields.get(name, ()))
    values |= {(line, column): (name, written) for name, (written, line, column) in named}
    asked = [
        (question, line, column, spot[2] if spot else target)
        for question, (target, _, line, column, spot) in zip(questions, links, strict=True)
        if question
    ]
    return Mentioning([(*told, *place) for place, told in sorted(values.items())], asked)


def mentioning_of(document: Document, names: Collection[str]) -> Mentioning:
    """The same of a document whose details no card can hold."""
    here = asking(document.file.rpartition("/")[0])
    values = [
        (each.value.line, each.value.column, each.field, each.value.written) for each in document.referring(names)
    ]
    asked = [(here.of(each, document.anchors or ()), each) for each in document.links]
    return Mentioning(
        [(name, written, line, column) for line, column, name, written in sorted(values)],
        [(question, each.line, each.column, each.written) for question, each in asked if question],
    )


# Of the breaches of a schema, rules across documents only ask whether the id is malformed.
_MALFORMED = Breach("id", (), "pattern", "", 0, None)


def _sequence(values: list[Any]) -> Sequence:
    return Sequence(tuple(_scalar(each) for each in values), 0, 0)


def _scalar(value: list[Any]) -> Scalar:
    written, line, column = value
    return Scalar(written, written, "text", line, column)


def _link(value: list[Any]) -> Link:
    target, kind, line, column, spot = value
    return Link(target, kind, line, column, Spot(*spot) if spot else None)
