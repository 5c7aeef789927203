"""Makes documents of cards again: with what others ask of them, or with all details."""

from meminit.documents.discover import Candidate
from meminit.model.document import Breach, Document
from meminit.model.summary import SEPARATOR, Buffer, Card


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


def whole(card: Card, candidate: Candidate, details: Buffer) -> Document:
    """The document with all that rules across documents need."""
    from meminit.workspace.details import facts  # noqa: PLC0415 - seldom wanted

    known = facts(details)
    refused = () if card.is_sound or not known.document_id else (_MALFORMED,)
    return outline(card, candidate)._replace(claimed_id=card.claimed_id, breaches=refused, **known._asdict())


# Of the breaches of a schema, rules across documents only ask whether the id is malformed.
_MALFORMED = Breach("id", (), "pattern", "", 0, None)
