"""The documents of a run as a graph: who refers to whom, by id or by path, and where that is written."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from meminit.config.settings import Links, Settings
from meminit.documents.tree import Tree
from meminit.engine.library import Library
from meminit.linking.leading import Leading
from meminit.linking.questions import OPEN
from meminit.model.card import Card

EdgeKind: TypeAlias = Literal["related", "supersedes", "references"]
_KINDS: dict[str, EdgeKind] = {"related_ids": "related", "superseded_by": "supersedes", "supersedes": "supersedes"}
_SUCCESSORS = "superseded_by"


class Edge(NamedTuple):
    """From one document of the library to another one, each by its number; the newer one supersedes the older."""

    source: int
    target: int
    kind: EdgeKind

    def meets(self, numbers: Collection[int]) -> bool:
        return self.source in numbers or self.target in numbers


class Mention(NamedTuple):
    """A place that makes an edge, with what is written there, in a field of the front matter or in the body ("")."""

    edge: Edge
    number: int  # of the document in which it is written
    line: int
    column: int | None
    written: str
    field: str = ""

    @property
    def other(self) -> int:
        """The document that is mentioned."""
        return self.edge.target if self.edge.source == self.number else self.edge.source


class Graph:
    """No document leads to itself."""

    def __init__(self, library: Library, tree: Tree, settings: Settings) -> None:
        ids = settings.ids
        self._library = library
        self._fields = frozenset((*ids.references, _SUCCESSORS)) if ids.field else frozenset()
        self._holders: dict[str, list[int]] = {}
        for number, card in enumerate(library.cards):
            if card.known_id:
                self._holders.setdefault(card.known_id, []).append(number)
        pages = (library.number(page) for page in settings.project.pages)
        self._pages = frozenset(number for number in pages if number is not None)
        self._targets = _Targets(library, tree, settings.links)

    def holders(self, document_id: str) -> tuple[int, ...]:
        """The documents with this id, which are several where somebody made a mistake."""
        return tuple(self._holders.get(document_id, ()))

    @cached_property
    def links(self) -> Sequence[tuple[int, ...]]:
        """For each document, those that its links lead to."""
        return [tuple(sorted(self._linked(number, card))) for number, card in enumerate(self._library.cards)]

    @cached_property
    def references(self) -> Mapping[Edge, tuple[int, ...]]:
        """The edges that ids in fields make, with the documents in which they are written."""
        found: dict[Edge, tuple[int, ...]] = {}
        for number, card in enumerate(self._library.cards):
            for field, name in _referred(card):
                for edge in self._by_id(number, field, name):
                    found[edge] = tuple(dict.fromkeys((*found.get(edge, ()), number)))
        return found

    def edges(self, among: Collection[int]) -> list[Edge]:
        """Those among some documents, each once; those that ids make come first."""
        by_id = [edge for edge in self.references if edge.source in among and edge.target in among]
        linked = (Edge(number, target, "references") for number in sorted(among) for target in self.links[number])
        return by_id + [edge for edge in linked if edge.target in among and edge not in self.references]

    def near(self, start: Iterable[int], depth: int) -> frozenset[int]:
        """What lies so many edges away at most, whichever way these lead."""
        neighbours: dict[int, list[int]] = {}
        for number, targets in enumerate(self.links):
            for target in targets:
                neighbours.setdefault(target, []).append(number)
        for source, target, _ in self.references:
            neighbours.setdefault(target, []).append(source)
            neighbours.setdefault(source, []).append(target)
        found = border = frozenset(start)
        for _ in range(depth):
            border = frozenset(other for each in border for other in (*self.links[each], *neighbours.get(each, ())))
            border -= found
            found |= border
        return found

    def mentioners(self, wanted: Collection[int]) -> list[int]:
        """The documents in which an edge to or from one of these is written, besides themselves."""
        chosen = frozenset(wanted)
        found = {number for number, targets in enumerate(self.links) if not chosen.isdisjoint(targets)}
        found.update(writer for edge, every in self.references.items() if edge.meets(chosen) for writer in every)
        return sorted(found - chosen)

    def unmentioned(self) -> list[int]:
        """The documents that no other one leads to; of two that supersede, each leads to the other.

        Pages that meminit writes lead to everything, and so tell nothing.
        """
        links = (targets for number, targets in enumerate(self.links) if number not in self._pages)
        found = {end for edge in self.references for end in _met(edge)}.union(*links)
        return [number for number in range(len(self.links)) if number not in found and number not in self._pages]

    def mentions(self, numbers: Iterable[int]) -> Iterator[Mention]:
        """Every place in these documents that makes an edge, document by document: first the fields, then the body."""
        targets = self._targets
        for number, (values, links) in self._library.all_mentioning(numbers, self._fields):
            for field, written, line, column in values:
                for edge in self._by_id(number, field, written):
                    yield Mention(edge, number, line, column, written, field)
            for question, at, beside, target in links:
                other = targets[question]
                if other is not None and other != number:
                    yield Mention(Edge(number, other, "references"), number, at, beside, target)

    def _linked(self, number: int, card: Card) -> set[int]:
        """The documents that links lead to."""
        if not card.questions:
            return set()
        found = set(map(self._targets.__getitem__, card.asked()))
        found -= {None, number}
        return found  # type: ignore[return-value]  # what is None was taken away

    def _by_id(self, number: int, field: str, name: str) -> Iterator[Edge]:
        for other in self._holders.get(name, ()):
            newer, older = (other, number) if field == _SUCCESSORS else (number, other)
            if number != other:
                yield Edge(newer, older, _KINDS.get(field, "references"))


class _Targets(dict[str, int | None]):
    """The documents that questions lead to, each found out once."""

    def __init__(self, library: Library, tree: Tree, links: Links) -> None:
        super().__init__({OPEN: None})
        self._library, self._tree, self._links = library, tree, links
        self._leading: Leading | None = None

    def __missing__(self, question: str) -> int | None:
        file: str | None = question.partition("#")[0]
        if file not in self._library.readable:
            self._leading = self._leading or Leading(self._library, self._tree, self._links)
            file = self._leading.file(question)
        self[question] = None if file is None else self._library.number(file)
        return self[question]


def _referred(card: Card) -> Iterable[tuple[str, str]]:
    """The fields that refer to other documents, and the ids they hold."""
    if not card.references and not card.successors:
        return ()
    return (*zip(card.referring, card.references, strict=True), *((_SUCCESSORS, each) for each in card.successors))


def _met(edge: Edge) -> tuple[int, ...]:
    return (edge.source, edge.target) if edge.kind == "supersedes" else (edge.target,)
