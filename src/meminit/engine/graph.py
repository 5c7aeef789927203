"""The documents of a run as a graph: who refers to whom, by id or by path, and where that is written."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from meminit.config.settings import SUCCESSORS, Links, Settings
from meminit.documents.tree import Tree
from meminit.engine import edges
from meminit.engine.edges import Edge, EdgeKind, kind_of
from meminit.engine.library import Library
from meminit.linking.questions import OPEN, asked_id, of_id, without_fragment
from meminit.model.card import Card
from meminit.model.outcome import Arrows

if TYPE_CHECKING:
    from meminit.engine.details import Mentioning
    from meminit.linking.following import Leading


class Mentions(NamedTuple):
    """The other documents that one mentions, by ids in its fields and by links, with the edges that this makes.

    There may be a hundred thousand of them, so those of one document are one text, with gaps as `edges` tells.
    """

    number: int
    others: list[int]
    edges: bytes


class Graph:
    """No document leads to itself."""

    def __init__(self, library: Library, tree: Tree, settings: Settings) -> None:
        self._library, self._numbers = library, range(len(library.cards))
        self._naming = settings.ids.naming
        self._holders = _holders(library.ids)
        pages = (library.number(page) for page in settings.project.pages)
        self._pages = frozenset(number for number in pages if number is not None)
        self._leading = cache(partial(_leading, library, tree, settings.links))

    @cached_property
    def _targets(self) -> "_Targets":
        return _Targets(self._leading, self._library, self._numbers)

    def holders(self, document_id: str) -> tuple[int, ...]:
        """The documents with this id, which are several where somebody made a mistake."""
        return tuple(self._holders.get(document_id, ()))

    @cached_property
    def links(self) -> Sequence[tuple[int, ...]]:
        """For each document, those that its links lead to, in no order."""
        return list(map(tuple, self._led(self._targets, self._numbers)))

    def linked(self, values: Sequence[int]) -> Iterator[set[int]]:
        """The same by a value that each document has of its own."""
        return self._led(_Targets(self._leading, self._library, values), values)

    def _led(self, target_of: Mapping[str, int | None], owns: Sequence[int]) -> Iterator[set[int]]:
        for card, own in zip(self._library.cards, owns, strict=True):
            found = set(map(target_of.__getitem__, card.asked()))
            found.discard(None)
            found.discard(own)
            yield found  # type: ignore[misc]  # what is None was taken away

    @cached_property
    def references(self) -> Mapping[Edge, tuple[int, ...]]:
        """The edges that ids in fields make, with the documents in which they are written."""
        found: dict[Edge, tuple[int, ...]] = {}
        for source, target, kind, writer in self.written():
            edge = Edge(source, target, kind)
            writers = found.setdefault(edge, (writer,))
            if writer not in writers:
                found[edge] = (*writers, writer)
        return found

    def written(self) -> Iterator[tuple[int, int, EdgeKind, int]]:
        """The same wherever an id makes one: what it is made of, and the document in which it is written."""
        holders = self._holders
        for number, card in enumerate(self._library.cards):
            for field, name in _referred(card):
                for other in holders.get(name, ()):
                    if other != number:
                        ends = (other, number) if field == SUCCESSORS else (number, other)
                        yield *ends, kind_of(field), number

    def leads(self, numbers: Collection[int]) -> Iterator[Arrows]:
        """The edges among some documents, each once; those that ids make come first."""
        among = frozenset(numbers)
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
        leading: list[list[int]] = [[] for _ in self._numbers]
        led = [*map(list, self.links)]
        for source, target, _ in self.references:
            led[source].append(target)
        for number, targets in enumerate(led):
            for target in targets:
                leading[target].append(number)
        found = border = frozenset(start)
        for _ in range(depth):
            border = frozenset().union(*map(led.__getitem__, border), *map(leading.__getitem__, border)) - found
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
        found = self._met_by_ids().union(*links)
        return [number for number in range(len(self.links)) if number not in found and number not in self._pages]

    def _met_by_ids(self) -> set[int]:
        """The documents that edges made by ids meet, as `written` tells them: told without going through the edges.

        These are too many where an id is shared, for each that names it refers to each that holds it.
        """
        found: set[int] = set()
        named: dict[str, set[int]] = {}
        for number, card in enumerate(self._library.cards):
            for field, name in _referred(card):
                holders = self._holders.get(name, ())
                if kind_of(field) == "supersedes" and any(other != number for other in holders):
                    found.add(number)
                named.setdefault(name, set()).add(number)
        for name, writers in named.items():
            alone = writers if len(writers) == 1 else ()  # nobody refers to himself
            found.update(other for other in self._holders.get(name, ()) if other not in alone)
        return found

    @property
    def everything(self) -> frozenset[int]:
        return frozenset(range(len(self._library.cards)))

    def mentions(self, numbers: Iterable[int], among: frozenset[int]) -> Iterator[Mentions]:
        """What these documents mention of some, in the order in which it is written."""
        target_of, is_whole = self._holding_targets.__getitem__, len(among) == len(self._library.cards)
        for number, found in self._library.all_mentioning(numbers, self._naming):
            others: list[int] = list(map(target_of, found.questions))  # type: ignore[arg-type]  # see the next line
            if number in others or None in others or not (is_whole or among.issuperset(others)):
                yield self._remaining(number, found, among)
            elif others:
                yield Mentions(number, others, found.edges)

    @cached_property
    def _holding_targets(self) -> "_Targets":
        """The same with the holders of ids, which are asked for by places alone."""
        self._targets.update({of_id(name): each[0] for name, each in self._holders.items() if len(each) == 1})
        return self._targets

    def _remaining(self, number: int, found: "Mentioning", among: frozenset[int]) -> Mentions:
        """An id that several documents share leads to each of them."""
        others, kept = [], []
        for question, edge in zip(found.questions, edges.divided(found.edges), strict=True):
            name = asked_id(question)
            for other in (self._targets[question],) if name is None else self.holders(name):
                if other in among and other != number:
                    others.append(other)
                    kept.append(edge)
        return Mentions(number, others, b",".join(kept))


def _leading(library: Library, tree: Tree, links: Links) -> "Leading":
    from meminit.linking.following import Leading  # noqa: PLC0415 - most links need no following

    return Leading(library, tree, links)


def _holders(names: Sequence[str | None]) -> Mapping[str, Sequence[int]]:
    """The documents that have each name; nearly always it is one, and then this takes no time."""
    alone = dict(zip(names, zip(range(len(names)), strict=True), strict=True))
    if len(alone) == len(names) and None not in alone:
        return alone  # type: ignore[return-value]  # no name is None
    found: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        if name is not None:
            found.setdefault(name, []).append(number)
    return found


class _Targets(dict[str, int | None]):
    """The documents that questions lead to, by values that these have, each found out once."""

    def __init__(self, leading: Callable[[], "Leading"], library: Library, values: Sequence[int]) -> None:
        super().__init__({file: values[number] for file, number in library.readable.items()})
        self[OPEN] = None
        self._leading, self._library, self._values = leading, library, values

    def __missing__(self, question: str) -> int | None:
        # With a fragment it nearly always asks about a document of which the value is known.
        found = self.get(without_fragment(question))
        if found is None and asked_id(question) is None:
            file = self._leading().file(question)
            number = None if file is None else self._library.number(file)
            found = None if number is None else self._values[number]
        self[question] = found
        return found


def _referred(card: Card) -> Iterable[tuple[str, str]]:
    """The fields that refer to other documents, and the ids they hold."""
    named = zip(card.referring, card.references, strict=True)
    return (*named, *((SUCCESSORS, each) for each in card.successors)) if card.successors else named
