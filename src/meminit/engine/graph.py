"""The documents of a run as a graph: who refers to whom, by id or by path, and where that is written."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from meminit.config.settings import SUCCESSORS, Links, Settings
from meminit.documents.tree import Tree
from meminit.engine.library import Library
from meminit.linking.questions import ASKS_NOTHING, OPEN
from meminit.model.card import Card
from meminit.model.outcome import Arrows

if TYPE_CHECKING:
    from meminit.linking.leading import Leading

EdgeKind: TypeAlias = Literal["related", "supersedes", "references"]
_KINDS: dict[str, EdgeKind] = {"related_ids": "related", SUCCESSORS: "supersedes", "supersedes": "supersedes"}


class Edge(NamedTuple):
    """From one document of the library to another one, each by its number; the newer one supersedes the older."""

    source: int
    target: int
    kind: EdgeKind

    def meets(self, numbers: Collection[int]) -> bool:
        return self.source in numbers or self.target in numbers


class Mentions(NamedTuple):
    """What is written in one document that makes edges: by ids in its fields, and by links to other documents.

    A place is what commands tell of it, as a JSON object without its first brace. There may be a hundred thousand
    links, so their places are one text for each document, with `PLACE` of `details` between them.
    """

    number: int
    by_id: list[tuple[Edge, bytes]]
    targets: list[int]
    places: bytes


class Graph:
    """No document leads to itself."""

    def __init__(self, library: Library, tree: Tree, settings: Settings) -> None:
        self._library = library
        self._naming = settings.ids.naming
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
        """For each document, those that its links lead to, in no order."""
        target_of = self._targets.__getitem__
        every: list[tuple[int, ...]] = []
        for number, card in enumerate(self._library.cards):
            found = set(map(target_of, card.asked()))
            found -= {None, number}
            every.append(tuple(found))  # type: ignore[arg-type]  # what is None was taken away
        return every

    @cached_property
    def references(self) -> Mapping[Edge, tuple[int, ...]]:
        """The edges that ids in fields make, with the documents in which they are written."""
        found: dict[Edge, tuple[int, ...]] = {}
        for number, card in enumerate(self._library.cards):
            for field, name in _referred(card):
                for edge in self._by_id(number, field, name):
                    if number not in found.setdefault(edge, (number,)):
                        found[edge] += (number,)
        return found

    def leads(self, among: Collection[int]) -> Iterator[Arrows]:
        """The edges among some documents, each once; those that ids make come first."""
        known: dict[int, set[int]] = {}
        for source, target, kind in self.references:
            if source in among and target in among:
                yield Arrows(source, kind, (target,))
                if kind == "references":
                    known.setdefault(source, set()).add(target)
        is_whole = len(among) == len(self.links)
        for number in sorted(among):
            targets = self.links[number]
            if number in known or not is_whole:
                targets = tuple(each for each in targets if each in among and each not in known.get(number, ()))
            if targets:
                yield Arrows(number, "references", sorted(targets))

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

    @property
    def everything(self) -> frozenset[int]:
        return frozenset(range(len(self._library.cards)))

    def mentions(self, numbers: Iterable[int], among: frozenset[int]) -> Iterator[Mentions]:
        """Every place in these documents that makes an edge among some, in the order in which they are written."""
        from meminit.engine.details import PLACE  # noqa: PLC0415 - most questions need no places

        target_of = self._targets.__getitem__
        for number, found in self._library.all_mentioning(numbers, self._naming):
            by_id = []
            for each, place in zip(found.values, found.written, strict=True):
                by_id += [(edge, place) for edge in self._by_id(number, *each) if among.issuperset(edge[:2])]
            targets: list[int] = list(map(target_of, found.questions))  # type: ignore[arg-type]  # what is None is not among
            places = found.places
            if number in targets or not among.issuperset(targets):
                pairs = zip(targets, places.split(PLACE), strict=True)
                kept = [each for each in pairs if each[0] in among and each[0] != number]
                targets, places = [each for each, _ in kept], PLACE.join([place for _, place in kept])
            yield Mentions(number, by_id, targets, places)

    def _by_id(self, number: int, field: str, name: str) -> list[Edge]:
        others = self._holders.get(name)
        if not others or others == [number]:
            return []
        kind = _KINDS.get(field, "references")
        if field == SUCCESSORS:
            return [Edge(other, number, kind) for other in others if other != number]
        return [Edge(number, other, kind) for other in others if other != number]


class _Targets(dict[str, int | None]):
    """The documents that questions lead to, each found out once."""

    def __init__(self, library: Library, tree: Tree, links: Links) -> None:
        super().__init__({OPEN: None, ASKS_NOTHING: None})
        self._library, self._tree, self._links = library, tree, links
        self._readable = library.readable
        self.update(self._readable)

    @cached_property
    def _leading(self) -> "Leading":
        from meminit.linking.leading import Leading  # noqa: PLC0415 - most links need no following

        return Leading(self._library, self._tree, self._links)

    def __missing__(self, question: str) -> int | None:
        found = self._readable.get(question.partition("#")[0])
        if found is None:
            file = self._leading.file(question)
            found = None if file is None else self._library.number(file)
        self[question] = found
        return found


def _referred(card: Card) -> Iterable[tuple[str, str]]:
    """The fields that refer to other documents, and the ids they hold."""
    named = zip(card.referring, card.references, strict=True)
    return (*named, *((SUCCESSORS, each) for each in card.successors)) if card.successors else named


def _met(edge: Edge) -> tuple[int, ...]:
    return (edge.source, edge.target) if edge.kind == "supersedes" else (edge.target,)
