"""The contract of a correction: from a finding and the page that it is on to edits of the text, or why there are none.

A correction says which edits, and whether nothing else can have been meant; the operation adds the rest: what
conflicts, what would bring new findings, what is not wanted.
"""

import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from meminit.composing.fields import Judges
from meminit.config.settings import DocumentType, Namespace, Settings, below, parts
from meminit.documents import front_matter
from meminit.documents.front_matter import FrontMatter
from meminit.documents.read import Governing
from meminit.model.document import Breach, Document, Metadata
from meminit.model.finding import Finding
from meminit.model.node import Entry, Mapped, Node, Path, Plain, Scalar, at, plain
from meminit.model.plan import TextEdit
from meminit.moving import scalars
from meminit.moving.scalars import Written
from meminit.sources import gate
from meminit.sources.lines import split

ReasonCode: TypeAlias = Literal[
    "no_clear_correction", "ambiguous", "unsafe", "needs_author", "conflicts_with", "too_large"
]
DateOrder: TypeAlias = Literal["dmy", "mdy"]


class Corrected(NamedTuple):
    """Edits that correct a finding. Of several that insert at one place, the one with the lower `rank` comes first.

    `encoding` is what the file has to be read as.
    """

    edits: tuple[TextEdit, ...]
    safe: bool = True
    rank: int = 0
    encoding: str = ""


class Renamed(NamedTuple):
    """The document has to get another path; all links follow."""

    to_path: str
    safe: bool = True


class NewId(NamedTuple):
    """The document has to get another id; what mentions it follows where `is_followed`."""

    old: str
    id: str
    safe: bool = False
    is_followed: bool = True


class Stays(NamedTuple):
    """Why a finding stays."""

    reason_code: ReasonCode
    message: str
    next_actions: tuple[str, ...] = ()


Result: TypeAlias = Corrected | Renamed | NewId | Stays
NOT_ON_ONE_LINE = Stays("no_clear_correction", "it is written in a way that cannot be edited")
# A heading before anything else, in nothing but letters, digits and signs that mean nothing in Markdown.
_YAML_ENDS = re.compile(r"\.\.\.(?:[ \t]|$)")
_PLAIN_HEADING = re.compile(r"\s*^#{1,6} +([^\W_](?:[^\W_]|[ ,.;])*)$", re.MULTILINE)


class Ids(NamedTuple):
    """What is known of the ids of all documents."""

    # Of a namespace and a type; None where nothing shows what it looks like. One that is taken is not given again.
    next_id: Callable[[str, str, bool], str | None]
    taken: Callable[[str], bool]
    known: Callable[[], frozenset[str]]
    is_oldest: Callable[[str, str], bool]  # whether this file is the oldest of those with the id


class Known(NamedTuple):
    """What a correction may know besides its page."""

    today: str
    date_order: DateOrder | None
    ids: Ids
    exists: Callable[[str], bool]  # whether anything is, or is about to be, at a path
    template: Callable[[str], str | None]  # the text of a file
    with_unsafe: bool = False  # whether corrections that are not safe are wanted


class Source(NamedTuple):
    """How what a page needs is had, each when it is asked for: bytes, front matter, the whole, or only its beginning.

    The beginning of a document is enough for its first heading, and is read in a fraction of the time.
    """

    content: Callable[[], bytes]
    metadata: Callable[[], Metadata]
    breaches: Callable[[], tuple[Breach, ...]]
    document: Callable[[], Document | None]
    beginning: Callable[[], Document | None]


class Page:
    """One document as it is now, with what governs it. What cannot be decoded has no text, fields or document."""

    def __init__(
        self, file: str, namespace: Namespace, source: Source, governing: Governing, settings: Settings
    ) -> None:
        self.file = file
        self.namespace = namespace
        self._source = source
        self.governing = governing
        self.settings = settings

    @cached_property
    def content(self) -> bytes:
        return self._source.content()

    @cached_property
    def text(self) -> str:
        try:
            return gate.decode(self.content)
        except gate.BadEncoding:
            return ""

    @cached_property
    def metadata(self) -> Metadata:
        return self._source.metadata()

    @cached_property
    def document(self) -> Document | None:
        """The whole document; few corrections need it."""
        return self._source.document()

    @cached_property
    def first_heading(self) -> str:
        """The text of the first heading; empty where there is none."""
        plain_heading = _PLAIN_HEADING.match(self.text, self.front.body_at)
        if plain_heading:
            return " ".join(plain_heading[1].split())
        for source in (self._source.beginning, self._source.document):
            document = source()
            headings = document.headings if document else ()
            found = next((each.text for each in headings if each.text.strip() and not each.nested), "")
            if found:
                return " ".join(found.split())
        return ""

    @cached_property
    def lines(self) -> Sequence[str]:
        return split(self.text)

    @cached_property
    def line_end(self) -> str:
        """The line end that the first line has."""
        first = self.lines[0]
        rest = self.text[len(first) : len(first) + 2]
        return "\r\n" if rest == "\r\n" else rest[:1] or "\n"

    def line_end_of(self, number: int) -> str:
        """The line end of a line; empty for the last one."""
        return self._ends[number - 1]

    @cached_property
    def _ends(self) -> list[str]:
        found: list[str] = []
        place = 0
        for line in self.lines:
            place += len(line)
            rest = self.text[place : place + 2]
            end = "\r\n" if rest == "\r\n" else rest[:1]
            found.append(end)
            place += len(end)
        return found

    @cached_property
    def front(self) -> FrontMatter:
        return front_matter.read(self.text)

    @property
    def end_of_fields(self) -> int:
        """The line behind the last field: the fence, or a line `...` before it, with which YAML ends."""
        inside = range(2, self.front.closing_line)
        return next((number for number in inside if _YAML_ENDS.match(self.lines[number - 1])), self.front.closing_line)

    @property
    def fields(self) -> Mapped | None:
        return self.metadata.fields

    @cached_property
    def values(self) -> dict[str, Plain]:
        """The front matter as JSON has it."""
        values = plain(self.fields) if self.fields else {}
        return values if isinstance(values, dict) else {}

    @cached_property
    def judges(self) -> Judges:
        return self.judges_of(self.type_name)

    def judges_of(self, type_name: str | None) -> Judges:
        """The schemas that govern a document of this type here."""
        general = (self.governing.schema,) if self.governing.schema else ()
        extra = self.governing.by_type.get(type_name) if type_name else None
        return Judges((*general, extra) if extra else general)

    @property
    def type_name(self) -> str | None:
        node = self.metadata.text("type")
        return node.written if node else None

    @cached_property
    def folder_type(self) -> DocumentType | None:
        """The type whose folder the document is in, the deepest one."""
        here = parts(self.file)[:-1]
        found = [
            (len(folder), kind)
            for kind in self.namespace.types.values()
            if kind.directory is not None
            and (folder := parts(below(self.namespace.root, kind.directory))) == here[: len(folder)]
        ]
        return max(found, key=lambda each: each[0])[1] if found else None

    def entry(self, name: str) -> Entry | None:
        return self.fields.entries.get(name) if self.fields else None

    @cached_property
    def breaches(self) -> tuple[Breach, ...]:
        """How the front matter breaks its schema; to judge it again takes its time."""
        return self._source.breaches()

    def path_of(self, finding: Finding, kind: str) -> Path | None:
        """Where in the front matter the value is that a finding is about."""
        name = str(finding.context.get("field", ""))
        entry = self.entry(name)
        if entry and (entry.node.line, entry.node.column) == (finding.line, finding.column):
            return (name,)
        place, keyword = (finding.line, finding.column), finding.context.get("keyword")
        every = (each for each in self.breaches if each.kind == kind and (each.line, each.column) == place)
        return next((each.path for each in every if not keyword or each.keyword == keyword), None)

    def node(self, path: tuple[str | int, ...]) -> Node | None:
        return at(self.fields, path) if self.fields else None

    def written(self, value: Scalar) -> Written | None:
        """A value as it stands on its line; None where it is written in another way."""
        line = self.lines[value.line - 1] if value.line <= len(self.lines) else ""
        return scalars.written(line, value.column, value.written)

    def replaced(self, finding: Finding, value: Scalar, new: str, *, safe: bool = True) -> Result:
        """Another text in the place of a value, quotes as they are, or as they are needed."""
        old = self.written(value)
        text = scalars.in_place(old, new) if old else None
        if old is None or text is None:
            return NOT_ON_ONE_LINE
        return Corrected((TextEdit(value.line, value.column, old.text, text, finding.code),), safe)

    def inserted_line(self, line: int, text: str, code: str) -> TextEdit:
        """A whole line before another one."""
        return TextEdit(line, 1, "", text + self.line_end, code)


class Correction(NamedTuple):
    """`codes` are those of the findings that it corrects.

    `is_local` says that it needs to know nothing of other documents, except where it makes an id: as long as the
    document stays as it is, so does the correction.
    """

    codes: tuple[str, ...]
    correct: Callable[[Finding, Page, Known], Result]
    is_local: bool = True
