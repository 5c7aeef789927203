"""What is read of one document: facts, without any judgement."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Literal, NamedTuple, NoReturn, TypeAlias

from meminit.model.finding import Problem
from meminit.model.link import Label, Link, LinkTarget
from meminit.model.node import Mapped, Node, Path, Scalar, Sequence, divided, is_blank, text_of


class Heading(NamedTuple):
    """A nested heading is in a quotation, a list item or a footnote, and begins no section."""

    level: int
    text: str
    line: int
    column: int | None
    nested: bool = False


class BlockLine(NamedTuple):
    """One `> **Label:** value` line of the visible metadata block."""

    label: str
    value: str
    line: int
    column: int


class Reference(NamedTuple):
    """A value that a schema marks as the id of another document, with the field that holds it."""

    field: str
    value: Scalar


class Breach(NamedTuple):
    """One way in which the front matter breaks its schema, classified once for all field rules."""

    kind: Literal["missing", "unknown", "empty", "id", "invalid"]
    path: Path
    keyword: str
    words: str
    line: int
    column: int | None


class NotReadError(Exception):
    """A rule asked for something that was not read for it; it must declare that it needs it."""


class NotRead:
    """Takes the place of a part that was not read. Every use of it raises NotReadError, so it never looks empty."""

    def _refuse(self, *_: object) -> NoReturn:
        raise NotReadError("this was not read: the rule must declare that it needs it")

    def __iter__(self) -> NoReturn:
        self._refuse()

    def __len__(self) -> NoReturn:  # noqa: PLE0303 - it raises
        self._refuse()

    def __bool__(self) -> NoReturn:  # noqa: PLE0304 - it raises
        self._refuse()

    def __getitem__(self, _index: object) -> NoReturn:
        self._refuse()

    def __contains__(self, _each: object) -> NoReturn:
        self._refuse()


NOT_READ = NotRead()


class Metadata(NamedTuple):
    """A governed file by its path and front matter: the path as it is shown, and as the file system has it.

    `fields` is None when there is no front matter that could be understood.
    """

    path: str
    namespace: str
    file: str
    fields: Mapped | None = None
    closing_line: int = 1
    document_id: Scalar | None = None
    claimed_id: str | None = None
    references: tuple[Reference, ...] = ()
    breaches: tuple[Breach, ...] | NotRead = ()
    described: frozenset[str] = frozenset()  # the fields that its schema describes
    splits: Mapping[str, str] = {}  # what stands between several values in one text of a field

    def field(self, name: str) -> Node | None:
        entry = self.fields.entries.get(name) if self.fields else None
        return entry.node if entry else None

    def text(self, name: str) -> Scalar | None:
        """The field as one value that is not blank; None when it is absent, blank, a list or a mapping."""
        return text_of(self.fields, name)

    def texts(self, name: str) -> tuple[Scalar, ...]:
        """The values of a field that may hold one or a list of them, blanks left out."""
        node = self.field(name)
        if node is None:
            return ()
        items = node.items if isinstance(node, Sequence) else (node,)
        found = tuple([item for item in items if isinstance(item, Scalar) and not is_blank(item)])
        if name in self.splits:
            return tuple(chain.from_iterable(divided(each, self.splits[name]) for each in found))
        return found

    def referring(self, names: Iterable[str]) -> Iterator[Reference]:
        """The values that are ids of other documents: those of these fields, and what a schema marks; each once."""
        return _each_once([Reference(name, value) for name in names for value in self.texts(name)], self.references)

    def is_refused(self, name: str) -> bool:
        """Whether the value of the field breaks a schema."""
        return any(breach.kind == "invalid" and breach.path == (name,) for breach in self.breaches)

    @property
    def type_name(self) -> Scalar | None:
        """The type; None where there is none, or where it is not text and a schema refuses that."""
        node = self.text("type")
        return None if node and node.kind != "text" and self.is_refused("type") else node

    @property
    def known_id(self) -> str | None:
        """The id by which other documents may refer to it, even where its front matter has errors."""
        return (self.document_id.written if self.document_id else None) or self.claimed_id

    @property
    def sound_id(self) -> Scalar | None:
        """The id, unless it is malformed: then no other rule reports it."""
        is_malformed = self.breaches and any(breach.kind == "id" for breach in self.breaches)
        return None if is_malformed else self.document_id


class Outline(NamedTuple):
    """A document whose body was scanned quickly: the targets of its links without their places, and its anchors.

    Of labels that do not fit it has unused ones at most; where there are others, a body is read whole. The lines of
    headings only tell their order.
    """

    metadata: Metadata
    targets: tuple[LinkTarget, ...] = ()
    plain_targets: tuple[tuple[str, str, str], ...] = ()  # the parts of those that PLAIN describes
    anchors: frozenset[str] = frozenset()
    problems: tuple[Problem, ...] = ()
    block: tuple[BlockLine, ...] = ()
    labels: tuple[Label, ...] = ()
    headings: tuple[Heading, ...] | NotRead = NOT_READ


class Text(NamedTuple):
    """The text of a body, and the line of the file in which it begins."""

    text: str
    line: int


class Document(NamedTuple):
    """A document that was read whole. A rule is given the parts that it declares to need, and NOT_READ for others."""

    metadata: Metadata
    headings: tuple[Heading, ...] | NotRead = ()
    block: tuple[BlockLine, ...] | NotRead = ()
    links: tuple[Link, ...] | NotRead = ()
    labels: tuple[Label, ...] | NotRead = ()
    anchors: frozenset[str] | None = frozenset()  # None for a body that is over a limit
    problems: tuple[Problem, ...] = ()
    body: Text | NotRead = NOT_READ

    @property
    def path(self) -> str:
        return self.metadata.path

    @property
    def text(self) -> Text:
        """The text of the body; raises NotReadError where a rule did not declare that it needs it."""
        if isinstance(self.body, NotRead):
            raise NotReadError("the text of the body was not read: the rule must declare that it needs it")
        return self.body


class Unreadable(NamedTuple):
    """A file that could not be read at all."""

    path: str
    namespace: str
    file: str
    problem: Problem


Read: TypeAlias = Outline | Document | Unreadable  # the result of reading a file


class Placed(NamedTuple):
    """A document with its links and their places; nothing was judged, and nothing else of its body was read."""

    metadata: Metadata
    links: tuple[Link, ...]
    anchors: frozenset[str] = frozenset()  # of its own that are known


class KeptDocument(NamedTuple):
    """What the summary of a document keeps for rules across documents; every value has its place.

    `fields` holds the values of the fields that these rules declare to need, and of those that name other documents.
    `links` are those that lead to something of the repository; they are left out of a document that is only a target.
    """

    path: str
    namespace: str
    file: str
    document_id: Scalar | None = None
    claimed_id: str | None = None
    has_sound_id: bool = True
    fields: Mapping[str, tuple[Scalar, ...]] = {}
    references: tuple[Reference, ...] = ()
    links: tuple[Link, ...] = ()
    anchors: frozenset[str] | None = frozenset()  # None where they are unknown
    is_understood: bool = True  # False for a file that could not be read

    def texts(self, name: str) -> tuple[Scalar, ...]:
        """The values of a field, blanks left out; raises NotReadError for one that no rule declares to need."""
        if name not in self.fields:
            raise NotReadError(f"the field {name} was not kept: the rule must declare that it needs it")
        return self.fields[name]

    def referring(self, names: Iterable[str]) -> Iterator[Reference]:
        """The values that are ids of other documents: those of these fields, and what a schema marks; each once."""
        return _each_once([Reference(name, value) for name in names for value in self.texts(name)], self.references)

    @property
    def sound_id(self) -> Scalar | None:
        """The id, unless it is malformed: then no other rule reports it."""
        return self.document_id if self.has_sound_id else None


def _each_once(own: list[Reference], marked: Iterable[Reference]) -> Iterator[Reference]:
    yield from own
    if marked:
        seen = {(each.value.line, each.value.column) for each in own}
        yield from (each for each in marked if (each.value.line, each.value.column) not in seen)
