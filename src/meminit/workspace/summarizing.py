"""Writes a card of a document: all that another run, another process or another document needs of it."""

from collections.abc import Iterable

from meminit import as_json
from meminit.config.settings import SUCCESSORS, Settings
from meminit.linking.questions import asking
from meminit.model.document import Document
from meminit.model.finding import Finding
from meminit.model.node import shown_fields
from meminit.model.summary import SEPARATOR, Card, joined
from meminit.workspace import detailing, telling


class Writer:
    """Knows which fields the rules across documents ask for, and whether commands will tell of the documents."""

    def __init__(self, settings: Settings, *, tells: bool = False) -> None:
        self._tells = tells
        ids = settings.ids
        self._references = ids.references if ids.field else ()
        self._follows = bool(ids.field)
        self._routed = tuple(dict.fromkeys(route.field for route in settings.links.routes if route.field))
        kept = (*ids.references, SUCCESSORS, "supersedes", *self._routed)
        self._kept = tuple(dict.fromkeys(kept))
        self._naming = ids.naming
        self._prefixes = {each.name: each.prefix for each in settings.namespaces}

    def card(self, document: Document, findings: Iterable[Finding], digest: str = "") -> Card:
        here = asking(document.file.rpartition("/")[0])
        asked = here.all_plain(document.plain_targets)
        if document.links:
            asked += [each for link in document.links if (each := here.of(link, document.anchors or ()))]
        document_id, referred = document.document_id, self._referred(document)
        return Card(
            document_id=document_id.written if document_id else None,
            is_sound=not document.breaches or document.sound_id is not None,
            claimed_id=document.claimed_id,
            is_understood=document.is_understood,
            references=tuple([name for _, name in referred]),
            referring=tuple([field for field, _ in referred]),
            successors=_written(document, SUCCESSORS) if self._follows else (),
            questions=SEPARATOR.join(dict.fromkeys(asked)),
            anchors=None if document.anchors is None else joined(document.anchors),
            named=self._named(document) if self._routed else (),
            told=self._told(document) if self._tells else b"",
            findings=_encoded_findings(findings),
            details=None if document.is_outlined else self.details(document),
            digest=digest,
        )

    def _referred(self, document: Document) -> tuple[tuple[str, str], ...]:
        """The ids that the document refers to, each with the field that holds it."""
        fields = document.fields
        if not self._follows or fields is None:
            return ()
        names = [each for each in self._references if each in fields.entries]
        if not names and not document.references:
            return ()
        return tuple(dict.fromkeys([(each.field, each.value.written) for each in document.referring(names)]))

    def _named(self, document: Document) -> tuple[tuple[str, str], ...]:
        return tuple([(field, value) for field in self._routed for value in _written(document, field)])

    def _told(self, document: Document) -> bytes:
        prefix = self._prefixes[document.namespace]
        naming = telling.Naming(document.known_id, document.path, document.namespace, prefix)
        return telling.written(naming, shown_fields(document.fields) if document.fields else None)

    def details(self, document: Document) -> bytes | None:
        """None for what JSON cannot carry, such as text that is not encodable."""
        return detailing.written(document, self._kept, self._naming)


def _written(document: Document, field: str) -> tuple[str, ...]:
    return tuple([each.written for each in document.texts(field)])


def _encoded_findings(findings: Iterable[Finding]) -> bytes:
    listed = [tuple(each)[1:] for each in findings]  # the path is that of the candidate
    return as_json.written(listed) if listed else b""
