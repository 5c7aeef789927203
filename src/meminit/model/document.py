"""What is known of one document once it has been read: facts, without any judgement."""

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from meminit.model.finding import Problem
from meminit.model.link import Label, Link
from meminit.model.node import Mapped, Node, Path, Scalar, Sequence, is_blank, text_of


class Heading(NamedTuple):
    """`nested` says that it stands in a quotation, a list item or a footnote, and so opens no section."""

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
    """A value that a schema says is the id of another document, with the field that holds it."""

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


class Document(NamedTuple):
    """A governed file: its path as it is shown, its namespace, and its path as the file system has it.

    `fields` is None when there is no front matter that could be understood.
    """

    path: str
    namespace: str
    file: str
    fields: Mapped | None = None
    closing_line: int = 1
    document_id: Scalar | None = None
    claimed_id: str | None = None
    headings: tuple[Heading, ...] = ()
    block: tuple[BlockLine, ...] = ()
    links: tuple[Link, ...] = ()
    labels: tuple[Label, ...] = ()
    anchors: frozenset[str] | None = frozenset()  # None for a body that is not read
    references: tuple[Reference, ...] = ()
    problems: tuple[Problem, ...] = ()
    breaches: tuple[Breach, ...] = ()
    described: frozenset[str] = frozenset()  # the fields that its schema describes
    is_outlined: bool = False  # True for a glance at the body: no headings, and links without places
    plain_targets: tuple[tuple[str, str, str], ...] = ()  # of links that an outline keeps in no other form, see PLAIN
    is_understood: bool = True  # False for a file that could not be read at all

    def field(self, name: str) -> Node | None:
        entry = self.fields.entries.get(name) if self.fields else None
        return entry.node if entry else None

    def text(self, name: str) -> Scalar | None:
        """The field as one value that says something; None when it is absent, blank, a list or a mapping."""
        return text_of(self.fields, name)

    def texts(self, name: str) -> tuple[Scalar, ...]:
        """The values of a field that may hold one or a list of them, blanks left out."""
        node = self.field(name)
        if node is None:
            return ()
        items = node.items if isinstance(node, Sequence) else (node,)
        return tuple([item for item in items if isinstance(item, Scalar) and not is_blank(item)])

    def referring(self, names: Iterable[str]) -> Iterator[Reference]:
        """The values that are ids of other documents: those of these fields, and what a schema marks; each once."""
        own = [Reference(name, value) for name in names for value in self.texts(name)]
        yield from own
        if self.references:
            seen = {(each.value.line, each.value.column) for each in own}
            yield from (each for each in self.references if (each.value.line, each.value.column) not in seen)

    def is_refused(self, name: str) -> bool:
        """Whether a schema has something against the field's value."""
        return any(breach.kind == "invalid" and breach.path == (name,) for breach in self.breaches)

    @property
    def type_name(self) -> Scalar | None:
        """The type; None where there is none, or one that is no text and refused as such."""
        node = self.text("type")
        return None if node and node.kind != "text" and self.is_refused("type") else node

    @property
    def known_id(self) -> str | None:
        """The id that others may refer to it by, whatever is wrong with its front matter."""
        return (self.document_id.written if self.document_id else None) or self.claimed_id

    @property
    def sound_id(self) -> Scalar | None:
        """The id, unless it is malformed: then nothing more is said about it."""
        is_malformed = self.breaches and any(breach.kind == "id" for breach in self.breaches)
        return None if is_malformed else self.document_id
