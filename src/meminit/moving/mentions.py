"""Finds the edits by which a document mentions other ids: in its fields, its visible block, its links and its text.

All ids change in one step, so that two may take each other's place.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents.places import Positions
from meminit.documents.prose import Piece, prose
from meminit.model.document import BlockLine, Metadata
from meminit.model.node import Scalar
from meminit.model.plan import TextEdit
from meminit.moving import scalars

# A word of an id is none within a path, an address or a longer id.
_BEFORE = r"(?<![\w/#@\\.:-])"
_AFTER = r"(?![\w/-]|\.\w)"
_EMPHASIS = "_*~"  # which are no part of a word where they are markup
_USUAL = re.compile(r"\w+(?:-\w+)*")


class Page(NamedTuple):
    """A document as mentions are looked for in it."""

    metadata: Metadata
    block: Sequence[BlockLine]
    lines: Sequence[str]
    body: str
    body_line: int


class Depth(NamedTuple):
    """What of a body counts as a mention, besides the visible block."""

    link_texts: bool = False
    words: bool = False


class Stays(NamedTuple):
    """A mention that is left as it is, and why."""

    line: int
    document_id: str
    words: str


class Mentions:
    """`ids` are new ids by old ones; `naming` are the fields that hold ids of other documents."""

    def __init__(self, ids: Mapping[str, str], naming: Sequence[str]) -> None:
        self.ids = {old: new for old, new in ids.items() if old != new}
        self._naming = naming
        odd = sorted((each for each in self.ids if not _USUAL.fullmatch(each)), key=len, reverse=True)
        every = "|".join((*map(re.escape, odd), _USUAL.pattern))  # there may be thousands, which would take their time
        self._word = re.compile(f"{_BEFORE}(?:{every}){_AFTER}")

    def are_in(self, text: str) -> bool:
        """Whether a text holds one of the ids at all."""
        return any(each in self.ids for each in self._word.findall(text)) or any(
            each in text for each in self.ids if not _USUAL.fullmatch(each)
        )

    def of(self, page: Page, links: Links, depth: Depth, anchored: Iterable[str] = ()) -> Iterator[TextEdit | Stays]:
        """All mentions of other documents. `anchored` are ids in headings that links lead to."""
        yield from self.in_fields(page)
        yield from self.in_block(page)
        if depth.link_texts or depth.words:
            yield from self._in_body(page, links, depth, frozenset(anchored))

    def in_fields(self, page: Page) -> Iterator[TextEdit | Stays]:
        """Ids of other documents in the front matter."""
        for each in page.metadata.referring(self._naming):
            if each.value.written in self.ids:
                yield self.of_value(page, each.value, self.ids[each.value.written])

    def of_value(self, page: Page, value: Scalar, new: str) -> TextEdit | Stays:
        """Another text in the place of a value of the front matter."""
        line = page.lines[value.line - 1] if value.line <= len(page.lines) else ""
        old = scalars.written(line, value.column, value.written)
        written = scalars.in_place(old, new) if old else None
        if old is None or written is None:
            return Stays(value.line, value.written, "is written in a way that cannot be edited")
        return TextEdit(value.line, value.column, old.text, written)

    def in_block(self, page: Page) -> Iterator[TextEdit]:
        """Ids in the lines that repeat fields of ids."""
        fields = {*self._naming, *(each.field for each in page.metadata.references)}
        for each in page.block:
            if "_".join(each.label.casefold().split()) in fields:
                yield from self._words(each.value, each.line, each.column)

    def of_own(self, page: Page, field: str, new: str) -> Iterator[TextEdit | Stays]:
        """A new id of the document itself, in its front matter and in its visible block."""
        own = page.metadata.document_id
        if own is None:
            return
        yield self.of_value(page, own, new)
        for each in page.block:
            if "_".join(each.label.casefold().split()) == field and own.written in each.value:
                column = each.column + each.value.index(own.written)
                yield TextEdit(each.line, column, own.written, new)

    def _in_body(self, page: Page, links: Links, depth: Depth, kept: frozenset[str]) -> Iterator[TextEdit | Stays]:
        pieces = prose(page.body, links)
        if pieces is None:
            return
        data = page.body.encode()
        places, renamed = Positions(data, page.body_line), self._labels(pieces, data)
        for piece in pieces:
            shown = data[piece.start : piece.end].decode()
            is_name = piece.kind in {"label", "definition"} and shown in renamed
            if shown in self.ids and (piece.kind == "link" or is_name):
                yield TextEdit(*places.of(piece.start), shown, self.ids[shown])
            elif depth.words and piece.kind in {"text", "heading", "link"}:
                yield from self._in_prose(piece, data, places, kept)

    def _in_prose(
        self, piece: Piece, data: bytes, places: Positions, kept: frozenset[str]
    ) -> Iterator[TextEdit | Stays]:
        start = piece.start
        before = data[max(0, start - 4) : start].decode("utf-8", "ignore")[-1:].strip(_EMPHASIS)
        after = data[piece.end : piece.end + 8].decode("utf-8", "ignore")[:2].lstrip(_EMPHASIS)
        shown = data[start : piece.end].decode()
        for found in self._word.finditer(before + shown + after, len(before)):
            if found.end() > len(before) + len(shown) or found[0] not in self.ids:
                continue
            line, column = places.of(start + len((before + shown)[len(before) : found.start()].encode()))
            if piece.kind == "heading" and found[0] in kept:
                yield Stays(line, found[0], "stands in a heading that links lead to")
            else:
                yield TextEdit(line, column, found[0], self.ids[found[0]])

    def _words(self, text: str, line: int, column: int) -> Iterator[TextEdit]:
        for found in self._word.finditer(text):
            if found[0] in self.ids:
                yield TextEdit(line, column + found.start(), found[0], self.ids[found[0]])

    def _labels(self, pieces: Iterable[Piece], data: bytes) -> frozenset[str]:
        """The ids that are names of definitions, as far as another name would be found just as this one is."""
        names: dict[str, set[str]] = {}
        defined: dict[str, int] = {}
        for piece in pieces:
            if piece.kind in {"label", "definition"}:
                shown = data[piece.start : piece.end].decode()
                names.setdefault(_normal(shown), set()).add(shown)
                defined[_normal(shown)] = defined.get(_normal(shown), 0) + (piece.kind == "definition")
        wanted = {old for old in self.ids if names.get(_normal(old)) == {old} and defined[_normal(old)] == 1}
        taken = names.keys() - {_normal(old) for old in wanted}
        return frozenset(old for old in wanted if _normal(self.ids[old]) not in taken)


def without_overlaps(found: Iterable[TextEdit]) -> tuple[TextEdit, ...]:
    """The edits in order; of two that overlap, the first counts."""
    kept: list[TextEdit] = []
    for each in sorted(set(found)):
        last = kept[-1] if kept else None
        if not last or last.line != each.line or last.column + len(last.old) <= each.column:
            kept.append(each)
    return tuple(kept)


def _normal(label: str) -> str:
    return " ".join(label.casefold().split())
