"""The documents of a run as a graph: who refers to whom, by id or by path, and where that is written."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from meminit.config.settings import Settings
from meminit.documents.tree import Tree
from meminit.engine.library import Library
from meminit.linking.leading import Leading
from meminit.linking.questions import OPEN, asking
from meminit.model.card import Card
from meminit.model.document import Document
from meminit.model.node import Scalar

EdgeKind: TypeAlias = Literal["related", "supersedes", "references"]
_KINDS: dict[str, EdgeKind] = {"related_ids": "related", "superseded_by": "supersedes", "supersedes": "supersedes"}
_SUCCESSORS = "superseded_by"


class Edge(NamedTuple):
    """From one document of the library to another one, each by its number; the newer one supersedes the older."""

    source: int
    target: int
    kind: EdgeKind


class Mention(NamedTuple):
    """A place that makes an edge, with what is written there, in a field of the front matter or in the body ("")."""

    edge: Edge
    number: int  # of the document in which it is written
    line: int
    column: int | None
    written: str
    field: str = ""


class Graph:
    """No document leads to itself."""

    def __init__(self, library: Library, tree: Tree, settings: Settings) -> None:
        ids = settings.ids
        self._library = library
        self._tree = tree
        self._links = settings.links
        self._fields = tuple(dict.fromkeys((*ids.references, _SUCCESSORS))) if ids.field else ()
        self._holders: dict[str, list[int]] = {}
        for number, card in enumerate(library.cards):
            if card.known_id:
                self._holders.setdefault(card.known_id, []).append(number)
        self._targets: dict[str, int | None] = {OPEN: None}

    @cached_property
    def _leading(self) -> Leading:
        return Leading(self._library, self._tree, self._links)

    def holders(self, document_id: str) -> tuple[int, ...]:
        """The documents with this id, which are several where somebody made a mistake."""
        return tuple(self._holders.get(document_id, ()))

    def edges(self) -> frozenset[Edge]:
        return frozenset(edge for number, card in enumerate(self._library.cards) for edge in self._edges(number, card))

    def unmentioned(self) -> tuple[str, ...]:
        """The paths of the documents that no other one leads to; of two that supersede, each leads to the other."""
        found = {number for edge in self.edges() for number in _met(edge)}
        return tuple(each.path for number, each in enumerate(self._library.candidates) if number not in found)

    def mentions(self, numbers: Iterable[int]) -> Iterator[Mention]:
        """Every place in these documents that makes an edge, document by document and from top to bottom."""
        wanted = sorted(numbers)
        for number, document in zip(wanted, self._library.all_whole(wanted), strict=True):
            found = dict.fromkeys((*self._in_fields(number, document), *self._in_body(number, document)))
            yield from sorted(found, key=lambda each: (each.line, each.column or 0, each.edge))

    def _edges(self, number: int, card: Card) -> Iterator[Edge]:
        referred = [*zip(card.referring, card.references, strict=True)]
        referred += [(_SUCCESSORS, each) for each in card.successors]
        for field, name in referred:
            yield from self._by_id(number, field, name)
        for question in card.asked():
            yield from self._by_path(number, question)

    def _in_fields(self, number: int, document: Document) -> Iterator[Mention]:
        for field, value in self._referring(document):
            for edge in self._by_id(number, field, value.written):
                yield Mention(edge, number, value.line, value.column, value.written, field)

    def _in_body(self, number: int, document: Document) -> Iterator[Mention]:
        here = asking(document.file.rpartition("/")[0])
        for link in document.links:
            for edge in self._by_path(number, here.of(link, document.anchors or ()) or OPEN):
                yield Mention(edge, number, link.line, link.column, link.written)

    def _referring(self, document: Document) -> Iterator[tuple[str, Scalar]]:
        for field in self._fields:
            yield from ((field, value) for value in document.texts(field))
        yield from document.references

    def _by_id(self, number: int, field: str, name: str) -> Iterator[Edge]:
        for other in self._holders.get(name, ()):
            newer, older = (other, number) if field == _SUCCESSORS else (number, other)
            if number != other:
                yield Edge(newer, older, _KINDS.get(field, "references"))

    def _by_path(self, number: int, question: str) -> Iterator[Edge]:
        if question not in self._targets:
            self._targets[question] = self._target(question)
        target = self._targets[question]
        if target is not None and target != number:
            yield Edge(number, target, "references")

    def _target(self, question: str) -> int | None:
        file: str | None = question.partition("#")[0]
        if file not in self._library.readable:
            file = self._leading.file(question)
        return None if file is None else self._library.number(file)


def _met(edge: Edge) -> tuple[int, ...]:
    return (edge.source, edge.target) if edge.kind == "supersedes" else (edge.target,)
