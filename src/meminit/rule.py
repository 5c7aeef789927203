"""The contract of a rule: its name, its message, what it needs, and a pure function that yields where it holds.

A rule yields hits; the run adds code, severity and message, so that a rule cannot lie about itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from meminit.config.settings import Settings
from meminit.model.document import Breach, Document, Heading, KeptDocument, Metadata, NotRead
from meminit.model.finding import Edit, Severity
from meminit.model.link import FaultKind, LabelKind, LinkFault
from meminit.model.node import Node, dotted
from meminit.screens import Screen
from meminit.words import did_you_mean, nfc

_LONGEST_TARGET = 200
_NUMBER = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+")
KeptT_co = TypeVar("KeptT_co", covariant=True)


class Meta(NamedTuple):
    """A rule's row in the catalogue. The message is a template over the context of a hit."""

    code: str
    group: str
    severity: Severity
    message: str
    summary: str
    since: str = "0.1"
    fixable: bool = False
    configurable: bool = True


class Hit(NamedTuple):
    """One place where a rule holds; a corpus rule names the path as well."""

    line: int | None = None
    column: int | None = None
    path: str | None = None
    context: Mapping[str, object] = {}
    edit: Edit | None = None


class Corpus(Protocol[KeptT_co]):
    """The documents of a run for a rule across documents, who holds which id, and which links are wrong.

    Each part is worked out when a rule asks for it, once for all rules. The known ids are those of all documents;
    malformed ones are known, but hold nothing.
    """

    @property
    def documents(self) -> Sequence[KeptT_co]: ...

    @property
    def holders(self) -> Mapping[str, Sequence[KeptT_co]]:
        """The documents that hold each sound id."""

    @property
    def known_ids(self) -> frozenset[str]: ...

    @property
    def link_faults(self) -> tuple[LinkFault, ...]:
        """The links that do not lead where they should."""

    @property
    def unmentioned(self) -> tuple[str, ...]:
        """The paths of documents that no other document leads to."""


class Part(Enum):
    """What a rule about single documents may need of a body."""

    HEADINGS = "headings"
    BLOCK = "block"
    LINKS = "links"
    LABELS = "labels"
    BODY = "body"  # its text


ALL_PARTS = frozenset(Part)
# A rule that needs nothing else does not need a body read whole: a quick scan finds the block and unused labels, and
# declines where others do not fit. It finds headings without lines, so a rule that has something to say is asked again.
SETTLED_BY_QUICK_SCAN = frozenset({Part.BLOCK, Part.LABELS, Part.HEADINGS})

Applies: TypeAlias = Callable[[Settings], bool]  # whether a rule can have hits at all
Spares: TypeAlias = Callable[[Metadata, Settings], bool]  # a quick test: nothing to say of this document


class MetadataRule(NamedTuple):
    """Judges one document by its path and front matter; its body need not be read."""

    meta: Meta
    check: Callable[[Metadata, Settings], Iterable[Hit]]
    applies: Applies | None = None
    spares: Spares | None = None


class DocumentRule(NamedTuple):
    """Judges one document by itself, body included. Unless it says that it needs less, bodies are read whole for it."""

    meta: Meta
    check: Callable[[Document, Settings], Iterable[Hit]]
    needs: frozenset[Part] = ALL_PARTS
    applies: Applies | None = None
    spares: Spares | None = None


class SummaryRule(NamedTuple):
    """Judges documents by what others say, from what summaries keep of them.

    It is given the values of ids, references and of the `fields` that it names, and links with their places. Where its
    `screen` finds nothing, it is not asked; the documents of its corpus are those that the screen finds.
    """

    meta: Meta
    check: Callable[[Corpus[KeptDocument], Settings], Iterable[Hit]]
    screen: Screen | None = None
    fields: tuple[str, ...] = ()
    applies: Applies | None = None


class CorpusRule(NamedTuple):
    """Judges documents by what others say, and needs them whole: all are read again for it, in every run."""

    meta: Meta
    check: Callable[[Corpus[Document], Settings], Iterable[Hit]]


class Observed(NamedTuple):
    """Seen while reading or resolving, where the fact arises; here are only its name and its manual."""

    meta: Meta


Rule: TypeAlias = MetadataRule | DocumentRule | SummaryRule | CorpusRule | Observed


def hit(node: Node, path: str | None = None, **context: object) -> Hit:
    """A hit where a value stands."""
    return Hit(node.line, node.column, path, context)


def no_breaches(document: Metadata, _settings: Settings) -> bool:
    """Spares the field rules."""
    return not document.breaches


def field_hits(document: Metadata, kind: str) -> Iterator[Hit]:
    """A hit for each schema breach of one kind; the breaches are classified once, each field rule picks its own."""
    for breach in document.breaches:
        if breach.kind == kind:
            yield Hit(breach.line, breach.column, None, _breach_context(breach))


def link_hits(corpus: Corpus[KeptDocument], kind: FaultKind) -> Iterator[Hit]:
    """A hit for each link fault of one kind; the links are followed once, each link rule picks its own."""
    for fault in corpus.link_faults:
        if fault.kind == kind:
            context = {
                "target": _cut(fault.link.written),
                "problem": fault.problem,
                "hint": did_you_mean(_cut(fault.meant) if fault.meant else None),
            }
            yield Hit(fault.link.line, fault.link.column, fault.path, context, fault.edit)


def _cut(target: str) -> str:
    return target if len(target) <= _LONGEST_TARGET else f"{target[:_LONGEST_TARGET]}…"


def label_hits(document: Document, kind: LabelKind) -> Iterator[Hit]:
    """A hit for each label of a reference or footnote that does not fit in one way."""
    for label in document.labels:
        if label.kind == kind:
            context = {"label": _cut(label.name), "first": label.first, "hint": did_you_mean(label.meant)}
            yield Hit(label.line, label.column, None, context)


def _breach_context(breach: Breach) -> dict[str, object]:
    return {
        "field": dotted(breach.path) if breach.path else "front matter",
        "problem": breach.words,
        "keyword": breach.keyword,
    }


def requires_sections(settings: Settings) -> bool:
    return any(kind.sections for namespace in settings.namespaces for kind in namespace.types.values())


def no_sections(document: Metadata, settings: Settings) -> bool:
    """Spares the rules about required sections."""
    return not _required(document, settings)


def _required(document: Metadata, settings: Settings) -> tuple[str, ...]:
    type_name = document.text("type")
    known = settings.namespace(document.namespace).types.get(type_name.written) if type_name else None
    return known.sections if known else ()


class Section(NamedTuple):
    """A section that a type requires, and the headings that open it: those of the highest level at which it stands."""

    name: str
    headings: tuple[Heading, ...]


def required_sections(document: Document, settings: Settings) -> tuple[Section, ...]:
    required = _required(document.metadata, settings)
    if not required or document.anchors is None:
        return ()  # nothing is known of a body that is over a limit
    return _sections(document.headings, required)


@lru_cache(maxsize=1)  # several rules ask about one document
def _sections(headings: tuple[Heading, ...] | NotRead, required: tuple[str, ...]) -> tuple[Section, ...]:
    named: dict[str, list[Heading]] = {}
    for heading in headings:
        if not heading.nested:
            for name in _names(heading.text):
                named.setdefault(name, []).append(heading)
    return tuple(_section(name, named.get(_bare(name), [])) for name in required)


def _section(name: str, headings: list[Heading]) -> Section:
    if len(headings) <= 1:  # as nearly always
        return Section(name, tuple(headings))
    level = min(heading.level for heading in headings)
    return Section(name, tuple(heading for heading in headings if heading.level == level))


@lru_cache(maxsize=1024)
def _names(heading: str) -> frozenset[str]:
    """The names of sections that it opens: with its number, and without."""
    return frozenset({_bare(heading), _bare(_NUMBER.sub("", heading))})


@lru_cache(maxsize=256)
def _bare(text: str) -> str:
    return " ".join(nfc(text).casefold().split())
