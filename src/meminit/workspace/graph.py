"""The documents of a run as a graph: references by id and links by path, with their places."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from meminit.config.settings import SUCCESSORS, Links, Settings
from meminit.documents.tree import Tree
from meminit.linking.targets import OPEN, asked_id, of_id, without_any_fragment
from meminit.model.outcome import Arrows
from meminit.model.summary import Summary
from meminit.workspace import encoded
from meminit.workspace.encoded import Edge, EdgeKind, kind_of
from meminit.workspace.summaries import Summaries

if TYPE_CHECKING:
    from meminit.linking.following import Destinations
    from meminit.workspace.encoded import Mentioning


class Mentions(NamedTuple):
    """The documents that one document mentions, by ids in its fields and by links, with the edges that this makes.

    There may be a hundred thousand edges, so those of one document are one text, with gaps: see `encoded.edges`.
    """

    number: int
    others: list[int]
    edges: bytes


class Graph:
    """No document leads to itself.

    An id that several documents share is ambiguous: a reference to it has one edge to the id, represented by an
    edge to the first of its holders that is another document. Edges to all of them would be far too many.
    """

    def __init__(self, summaries: Summaries, tree: Tree, settings: Settings) -> None:
        self._summaries, self._numbers = summaries, range(len(summaries.all))
        self._naming = settings.ids.naming
        self._sites = settings.links.sites
        self._holders = _holders(summaries.ids)
        pages = (summaries.number(page) for page in settings.project.pages)
        self._pages = frozenset(number for number in pages if number is not None)
        self._leading = cache(partial(_leading, summaries, tree, settings.links))

    @cached_property
    def _targets(self) -> "_Targets":
        return _Targets(self._leading, self._summaries, self._numbers)

    def holders(self, document_id: str) -> tuple[int, ...]:
        """The documents with this id; several where an id is used twice by mistake."""
        return tuple(self._holders.get(document_id, ()))

    @cached_property
    def links(self) -> Sequence[tuple[int, ...]]:
        """For each document, those that its links lead to, in no order."""
        return list(map(tuple, self._led(self._targets, self._numbers)))

    def linked(self, values: Sequence[int]) -> Iterator[set[int]]:
        """The same, with a given value for each document."""
        return self._led(_Targets(self._leading, self._summaries, values), values)

    def _led(self, target_of: Mapping[str, int | None], owns: Sequence[int]) -> Iterator[set[int]]:
        for summary, own in zip(self._summaries.all, owns, strict=True):
            found = set(map(target_of.__getitem__, summary.all_lookups()))
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

    def written(self, among: frozenset[int] | None = None) -> Iterator[tuple[int, int, EdgeKind, int]]:
        """The same for some documents, once for each place: ends, kind, and the document in which it is written."""
        holders = self._first_holders(among)
        for number, summary in enumerate(self._summaries.all):
            for field, name in _referred(summary) if among is None or number in among else ():
                other = _another(holders.get(name, ()), number)
                if other is not None:
                    ends = (other, number) if field == SUCCESSORS else (number, other)
                    yield *ends, kind_of(field), number

    def _first_holders(self, among: frozenset[int] | None) -> Mapping[str, Sequence[int]]:
        """The holders of ids among some documents: all of an id that is held once, at least two of a shared one."""
        if among is None or len(among) == len(self._numbers):
            return self._holders
        return {
            name: tuple(islice((each for each in holders if each in among), 2))
            for name, holders in self._holders.items()
        }

    @cached_property
    def _referrers(self) -> Mapping[str, Sequence[int]]:
        """The documents that refer to each id in their fields."""
        found: dict[str, list[int]] = {}
        for number, summary in enumerate(self._summaries.all):
            for name in dict.fromkeys(name for _, name in _referred(summary)):
                found.setdefault(name, []).append(number)
        return found

    def leads(self, numbers: Collection[int]) -> Iterator[Arrows]:
        """The edges among some documents, each once; those that ids make come first."""
        among = frozenset(numbers)
        known: dict[int, set[int]] = {}
        for source, target, kind in dict.fromkeys(each[:3] for each in self.written(among)):
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
        """The documents at most so many edges away, in either direction."""
        leading: list[list[int]] = [[] for _ in self._numbers]
        led = [*map(list, self.links)]
        for source, target, _ in self.references:
            led[source].append(target)
        for number, targets in enumerate(led):
            for target in targets:
                leading[target].append(number)
        found = border = frozenset(start)
        shared = _Shared(self._holders, self._referrers)
        for _ in range(depth):
            met = frozenset().union(*map(led.__getitem__, border), *map(leading.__getitem__, border))
            border = (met | shared.beside(border)) - found
            found |= border
        return found

    def mentioners(self, wanted: Collection[int]) -> list[int]:
        """The documents, besides these, in which an edge to or from one of them is written."""
        chosen = frozenset(wanted)
        found = {number for number, targets in enumerate(self.links) if not chosen.isdisjoint(targets)}
        names = {self._summaries.ids[number] for number in chosen}
        found.update(number for name in names if name is not None for number in self._referrers.get(name, ()))
        return sorted(found - chosen)

    def unmentioned(self) -> list[int]:
        """The documents that no other one leads to; of two that supersede, each leads to the other.

        Pages that meminit writes lead to every document, so they do not count.
        """
        links = (targets for number, targets in enumerate(self.links) if number not in self._pages)
        found = self._met_by_ids().union(*links)
        return [number for number in range(len(self.links)) if number not in found and number not in self._pages]

    def _met_by_ids(self) -> set[int]:
        """The documents that references by id lead to. A reference to a shared id leads to all its holders."""
        found: set[int] = set()
        named: dict[str, set[int]] = {}
        for number, summary in enumerate(self._summaries.all):
            for field, name in _referred(summary):
                holders = self._holders.get(name, ())
                if kind_of(field) == "supersedes" and any(other != number for other in holders):
                    found.add(number)
                named.setdefault(name, set()).add(number)
        for name, writers in named.items():
            alone = writers if len(writers) == 1 else ()  # no document refers to itself
            found.update(other for other in self._holders.get(name, ()) if other not in alone)
        return found

    @property
    def everything(self) -> frozenset[int]:
        return frozenset(range(len(self._summaries.all)))

    def mentions(self, numbers: Iterable[int], among: frozenset[int]) -> Iterator[Mentions]:
        """The edges from these documents to some others, in the order in which they are written."""
        target_of, is_whole = self._holding_targets.__getitem__, len(among) == len(self._summaries.all)
        holders = self._first_holders(among)
        for number, found in self._summaries.mentioning(numbers, self._naming, self._sites):
            others: list[int] = list(map(target_of, found.lookups))  # type: ignore[arg-type]  # see the next line
            if number in others or None in others or not (is_whole or among.issuperset(others)):
                yield self._remaining(number, found, among, holders)
            elif others:
                yield Mentions(number, others, found.edges)

    @cached_property
    def _holding_targets(self) -> "_Targets":
        """The same with the holders of ids, which are asked for by places alone."""
        self._targets.update({of_id(name): each[0] for name, each in self._holders.items() if len(each) == 1})
        return self._targets

    def _remaining(
        self, number: int, found: "Mentioning", among: frozenset[int], holders: Mapping[str, Sequence[int]]
    ) -> Mentions:
        """The same where some lookups lead to nothing, to the document itself, or to a shared id."""
        others, places = [], []
        for place, lookup in enumerate(found.lookups):
            name = asked_id(lookup)
            other = self._targets[lookup] if name is None else _another(holders.get(name, ()), number)
            if other is not None and other in among and other != number:
                others.append(other)
                places.append(place)
        return Mentions(number, others, encoded.some(found.edges, len(found.lookups), places))


class _Shared:
    """Finds the documents that are connected by shared ids; each id is processed once."""

    def __init__(self, holders: Mapping[str, Sequence[int]], referrers: Mapping[str, Sequence[int]]) -> None:
        shared = {name: every for name, every in holders.items() if len(every) > 1 and name in referrers}
        self._by_holder = {number: name for name, every in shared.items() for number in every}
        self._by_referrer: dict[int, list[str]] = {}
        for name in shared:
            for number in referrers[name]:
                self._by_referrer.setdefault(number, []).append(name)
        self._holders, self._referrers = dict(shared), {name: referrers[name] for name in shared}

    def beside(self, numbers: Iterable[int]) -> frozenset[int]:
        """The documents that refer to an id of one of these, and those with an id that one of these refers to."""
        met: set[int] = set()
        for number in numbers if self._by_holder else ():
            met.update(self._referrers.pop(self._by_holder.get(number, ""), ()))
            for name in self._by_referrer.get(number, ()):
                met.update(self._holders.pop(name, ()))
        return frozenset(met)


def _another(holders: Sequence[int], number: int) -> int | None:
    """The first of these that is another document."""
    return next((each for each in holders[:2] if each != number), None)


def _leading(summaries: Summaries, tree: Tree, links: Links) -> "Destinations":
    from meminit.linking.following import Destinations  # noqa: PLC0415 - most links need no following

    return Destinations(summaries, tree, links)


def _holders(names: Sequence[str | None]) -> Mapping[str, Sequence[int]]:
    """The documents with each name; nearly always it is one, and then this takes no time."""
    alone = dict(zip(names, zip(range(len(names)), strict=True), strict=True))
    if len(alone) == len(names) and None not in alone:
        return alone  # type: ignore[return-value]  # no name is None
    found: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        if name is not None:
            found.setdefault(name, []).append(number)
    return found


class _Targets(dict[str, int | None]):
    """The documents that lookups lead to, as values of these documents; each lookup is resolved once."""

    def __init__(self, leading: Callable[[], "Destinations"], summaries: Summaries, values: Sequence[int]) -> None:
        super().__init__({file: values[number] for file, number in summaries.readable.items()})
        self[OPEN] = None
        self._leading, self._summaries, self._values = leading, summaries, values

    def __missing__(self, lookup: str) -> int | None:
        page = without_any_fragment(lookup)
        found = self[page] if page != lookup else None
        if page == lookup and asked_id(lookup) is None:
            file = self._leading().file(lookup)
            number = None if file is None else self._summaries.number(file)
            found = None if number is None else self._values[number]
        self[lookup] = found
        return found


def _referred(summary: Summary) -> Iterable[tuple[str, str]]:
    """The fields that refer to other documents, and the ids they hold."""
    named = zip(summary.referring, summary.references, strict=True)
    return (*named, *((SUCCESSORS, each) for each in summary.successors)) if summary.successors else named
