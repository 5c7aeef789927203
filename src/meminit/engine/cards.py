"""Makes documents of cards again, with all details."""

from meminit.documents.discover import Candidate
from meminit.engine.details import facts
from meminit.model.card import Buffer, Card
from meminit.model.document import Breach, Document


def whole(card: Card, candidate: Candidate, details: Buffer) -> Document:
    """The document with all that rules across documents need; its anchors stay on the card."""
    known = facts(details)
    return Document(
        candidate.path,
        candidate.namespace,
        candidate.file,
        anchors=None,
        is_understood=card.is_understood,
        claimed_id=card.claimed_id,
        breaches=() if card.is_sound or not known.document_id else (_MALFORMED,),
        **known._asdict(),
    )


# Of the breaches of a schema, rules across documents only ask whether the id is malformed.
_MALFORMED = Breach("id", (), "pattern", "", 0, None)
