"""The contract of a rule: what it is called, what it says, and a pure function that yields where it holds.

A rule yields hits; the engine adds code, severity and message, so that a rule cannot lie about itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from meminit.config.settings import Settings
from meminit.model.document import Breach, Document, Heading
from meminit.model.finding import Edit, Severity
from meminit.model.link import FaultKind, LabelKind, LinkFault
from meminit.model.node import Node, dotted
from meminit.words import composed, hint

_LONGEST_TARGET = 200
_NUMBER = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+")


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


class Corpus(NamedTuple):
    """The documents of a run that a rule may have anything to say of, who holds which id, and which links are wrong.

    A document is left out only where it is plain that it has no part in any finding across documents. The known ids are
    those of all documents; malformed ones are known, but hold nothing.
    """

    documents: tuple[Document, ...]
    holders: Mapping[str, tuple[Document, ...]]
    known_ids: frozenset[str]
    link_faults: tuple[LinkFault, ...]
    unmentioned: tuple[str, ...] = ()  # the paths of documents that no other one leads to


DocumentCheck: TypeAlias = Callable[[Document, Settings], Iterable[Hit]]
CorpusCheck: TypeAlias = Callable[[Corpus, Settings], Iterable[Hit]]


class DocumentRule(NamedTuple):
    """Judges one document by itself.

    `about` is the part of a document without which it has nothing to say; `applies` tells whether it has under these
    settings.
    """

    meta: Meta
    check: DocumentCheck
    about: Literal["breaches", "labels", "block"] | None = None
    applies: Callable[[Settings], bool] | None = None


class CorpusRule(NamedTuple):
    """Judges documents by what others say; only a rule that asks the graph is told which documents are unmentioned."""

    meta: Meta
    check: CorpusCheck
    asks_graph: bool = False


class Observed(NamedTuple):
    """Seen while reading or resolving, where the fact arises; here are only its name and its manual."""

    meta: Meta


Rule: TypeAlias = DocumentRule | CorpusRule | Observed


def corpus_of(documents: tuple[Document, ...], known_ids: frozenset[str], link_faults: tuple[LinkFault, ...]) -> Corpus:
    holders: dict[str, list[Document]] = {}
    for document in documents:
        if sound := document.sound_id:
            holders.setdefault(sound.written, []).append(document)
    return Corpus(documents, {name: tuple(each) for name, each in holders.items()}, known_ids, link_faults)


def hit(node: Node, path: str | None = None, **context: object) -> Hit:
    """A hit where a value stands."""
    return Hit(node.line, node.column, path, context)


def field_hits(document: Document, kind: str) -> Iterator[Hit]:
    """A hit for each schema breach of one kind; the breaches are classified once, each field rule picks its own."""
    for breach in document.breaches:
        if breach.kind == kind:
            yield Hit(breach.line, breach.column, None, _breach_context(breach))


def link_hits(corpus: Corpus, kind: FaultKind) -> Iterator[Hit]:
    """A hit for each link fault of one kind; the links are followed once, each link rule picks its own."""
    for fault in corpus.link_faults:
        if fault.kind == kind:
            context = {
                "target": _cut(fault.link.written),
                "problem": fault.problem,
                "hint": hint(_cut(fault.meant) if fault.meant else None),
            }
            yield Hit(fault.link.line, fault.link.column, fault.path, context, fault.edit)


def _cut(target: str) -> str:
    return target if len(target) <= _LONGEST_TARGET else f"{target[:_LONGEST_TARGET]}…"


def label_hits(document: Document, kind: LabelKind) -> Iterator[Hit]:
    """A hit for each label of a reference or footnote that does not fit in one way."""
    for label in document.labels:
        if label.kind == kind:
            context = {"label": _cut(label.name), "first": label.first, "hint": hint(label.meant)}
            yield Hit(label.line, label.column, None, context)


def _breach_context(breach: Breach) -> dict[str, object]:
    return {
        "field": dotted(breach.path) if breach.path else "front matter",
        "problem": breach.words,
        "keyword": breach.keyword,
    }


def requires_sections(settings: Settings) -> bool:
    return any(kind.sections for namespace in settings.namespaces for kind in namespace.types.values())


class Section(NamedTuple):
    """A section that a type requires, and the headings that open it: those of the highest level at which it stands."""

    name: str
    headings: tuple[Heading, ...]


def required_sections(document: Document, settings: Settings) -> tuple[Section, ...]:
    type_name = document.text("type")
    known = settings.namespace(document.namespace).types.get(type_name.written) if type_name else None
    if known is None or not known.sections or document.anchors is None:
        return ()  # of a body that is not read nobody can tell
    named: dict[str, list[Heading]] = {}
    for heading in document.headings:
        if not heading.nested:
            for name in {_bare(heading.text), _bare(_NUMBER.sub("", heading.text))}:
                named.setdefault(name, []).append(heading)
    return tuple(_section(name, named.get(_bare(name), [])) for name in known.sections)


def _section(name: str, headings: list[Heading]) -> Section:
    level = min((heading.level for heading in headings), default=0)
    return Section(name, tuple(heading for heading in headings if heading.level == level))


def _bare(text: str) -> str:
    return " ".join(composed(text).casefold().split())
