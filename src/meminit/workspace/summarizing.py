"""Makes the summary of a document: all that other runs, processes and documents need of it."""

from collections.abc import Iterable

import orjson

from meminit import as_json
from meminit.config.settings import SUCCESSORS, Settings
from meminit.covering import covers
from meminit.covering.covers import STALE, UPDATED
from meminit.linking.targets import Lookups, lookups_of
from meminit.model.document import Document, Metadata, NotRead, Outline, Placed, Read, Unreadable
from meminit.model.finding import Edit, Finding, Severity
from meminit.model.node import shown_fields
from meminit.model.summary import SEPARATOR, Summary, joined
from meminit.sites.site import named_fields
from meminit.workspace import encoded


def kept_fields(settings: Settings, declared: Iterable[str]) -> tuple[str, ...]:
    """The fields whose values rules across documents can ask for: those that hold ids, and what the rules declare."""
    of_agents = ("type",) if settings.has_agents else ()
    return tuple(dict.fromkeys((*settings.ids.references, *declared, *_routed(settings), *of_agents)))


def _routed(settings: Settings) -> tuple[str, ...]:
    """The fields by which addresses of the site find documents."""
    return tuple(dict.fromkeys(route.field for route in settings.links.routes if route.field))


class Summarizing:
    """`with_rows` says that commands will print documents from their summaries."""

    def __init__(self, settings: Settings, declared: Iterable[str], *, with_rows: bool = False) -> None:
        self._with_rows = with_rows
        ids = settings.ids
        self._references = ids.references if ids.field else ()
        self._follows = bool(ids.field)
        self._sites = settings.links.sites
        self._routed = tuple(dict.fromkeys((*_routed(settings), *named_fields(self._sites))))
        self._kept = kept_fields(settings, declared)
        self._naming = ids.naming
        self._covers = settings.covers_field
        self._dates = settings.may_be_on(STALE, Severity.OFF)
        self._prefixes = {each.name: each.prefix for each in settings.namespaces}

    def summary(self, read: Read, findings: Iterable[Finding], digest: str = "") -> Summary:
        if isinstance(read, Unreadable):
            row = self._row(Metadata(read.path, read.namespace, read.file))
            return Summary(
                is_understood=False,
                row=row,
                findings=encode(findings),
                details=self.details(Placed(Metadata(read.path, read.namespace, read.file), ())),
                digest=digest,
            )
        document = read.metadata
        document_id, referred, anchors = document.document_id, self._referred(document), read.anchors
        named = document.fields.entries if document.fields else {}
        return Summary(
            document_id=document_id.written if document_id else None,
            has_sound_id=not document.breaches or document.sound_id is not None,
            claimed_id=document.claimed_id,
            references=tuple([name for _, name in referred]),
            referring=tuple([field for field, _ in referred]),
            successors=_written(document, SUCCESSORS) if self._follows else (),
            lookups=SEPARATOR.join(dict.fromkeys(_lookups(read, lookups_of(document.file, self._sites)))),
            anchors=None if anchors is None else joined(anchors),
            named=self._named(document) if self._routed else (),
            row=self._row(document),
            findings=encode(findings),
            details=None if isinstance(read, Outline) else self.details(_placed(read)),
            digest=digest,
            covers=self._covering(document) if self._covers in named else "",
            updated=covers.encoded(document.texts(UPDATED)[:1]) if self._dates and UPDATED in named else "",
        )

    def _covering(self, document: Metadata) -> str:
        """The entries that are texts; a schema reports the others."""
        return covers.encoded([each for each in document.texts(self._covers) if each.kind == "text"])

    def details(self, document: Placed) -> bytes | None:
        """None for what JSON cannot carry, such as text that cannot be encoded."""
        return encoded.written(document, self._kept, self._naming, self._sites)

    def _referred(self, document: Metadata) -> tuple[tuple[str, str], ...]:
        """The ids that the document refers to, each with the field that holds it."""
        fields = document.fields
        if not self._follows or fields is None:
            return ()
        names = [each for each in self._references if each in fields.entries]
        if not names and not document.references:
            return ()
        return tuple(dict.fromkeys([(each.field, each.value.written) for each in document.referring(names)]))

    def _named(self, document: Metadata) -> tuple[tuple[str, str], ...]:
        return tuple([(field, value) for field in self._routed for value in _written(document, field)])

    def _row(self, document: Metadata) -> bytes:
        if not self._with_rows:
            return b""
        prefix = self._prefixes[document.namespace]
        naming = encoded.Naming(document.known_id, document.path, document.namespace, prefix)
        return encoded.row(naming, shown_fields(document.fields) if document.fields else None)


def _lookups(read: Outline | Document, here: Lookups) -> list[str]:
    if isinstance(read, Outline):
        asked = here.all_plain(read.plain_targets)
        if read.targets:
            asked += [each for target in read.targets if (each := here.of(target, read.anchors))]
        return asked
    links = () if isinstance(read.links, NotRead) else read.links
    return [each for link in links if (each := here.of(link, read.anchors or ()))]


def _placed(document: Document) -> Placed:
    links = () if isinstance(document.links, NotRead) else document.links
    return Placed(document.metadata, links, document.anchors or frozenset())


def _written(document: Metadata, field: str) -> tuple[str, ...]:
    return tuple([each.written for each in document.texts(field)])


def encode(findings: Iterable[Finding]) -> bytes:
    """Without the path, which is that of the document."""
    listed = [tuple(each)[1:] for each in findings]
    return as_json.written(listed) if listed else b""


def findings(summary: Summary, path: str) -> list[Finding]:
    if not summary.findings:
        return []
    return [
        Finding(path, code, Severity(severity), message, line, column, context, Edit(*edit) if edit else None)
        for code, severity, message, line, column, context, edit in orjson.loads(summary.findings)
    ]
