"""Makes documents of cards again: with what others ask of them, or with all details."""

from typing import Any

import orjson

from meminit.documents.discover import Candidate
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
