"""Comes by a card for every document: from the store where the file is unchanged, else by reading it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from meminit.cache.file_state import FileState
from meminit.cache.store import Store
from meminit.documents.discover import Candidate
from meminit.model.summary import Card

_TO_PLACE = 2  # times as much work, at least, to find the places of a document's links as to read it at a glance


# A document to be read, the card that is known of it, and what its file was when it was looked at.
Wanted: TypeAlias = tuple[Candidate, Card | None, FileState | None]


class Reader(Protocol):
    """Makes the cards of documents, or gives back the known one where a file is what it was; or makes their details."""

    def analyse(self, wanted: Iterable[Wanted]) -> Iterator[Card]: ...

    def detail(self, candidates: Iterable[Candidate]) -> Iterator[Card]: ...


class Gathering:
    """`states` are what the files of the candidates were just now; without a store, nobody asks.

    `ask` tells how many bytes candidates have.
    """

    def __init__(
        self,
        reader: Callable[[], Reader],
        candidates: Sequence[Candidate],
        states: Sequence[FileState | None],
        store: Store | None,
        jobs: int | None,
        ask: Callable[[Sequence[Candidate]], list[int]],
    ) -> None:
        self._reader = reader
        self._ask = ask
        self._candidates = candidates
        self._jobs = jobs
        self.states = states
        self.cards: list[Card] = []
        self.renewed: list[int] = []  # the numbers of the documents whose cards are not those of the store any more
        self._gather(store)

    def detail(self, numbers: Sequence[int]) -> None:
        """Reads documents again, this time with all details."""

        def work(places: Iterable[int]) -> Iterator[Card]:
            return self._reader().detail(self._candidates[numbers[each]] for each in places)

        self.renewed += numbers
        for number, card in zip(numbers, self._shared(work, numbers, _TO_PLACE), strict=True):
            known = self.cards[number]
            # A file that has changed meanwhile is none that the card may be kept for.
            digest = known.digest if card.digest == known.digest else ""
            self.cards[number] = known._replace(details=card.details, digest=digest)

    def retell(self, told: Mapping[int, bytes]) -> None:
        """More is told of these documents than their cards have told so far."""
        self.renewed += told
        for number, each in told.items():
            self.cards[number] = self.cards[number]._replace(told=each)

    def made(self) -> Iterator[tuple[str, FileState, Card]]:
        """What is new for another run. A path that is not shown as it is spelled is none that JSON can carry."""
        for number in dict.fromkeys(self.renewed):
            candidate, state, card = self._candidates[number], self.states[number], self.cards[number]
            if state and card.digest and candidate.file == candidate.path:
                yield candidate.file, state, card

    def _gather(self, store: Store | None) -> None:
        candidates, states = self._candidates, self.states
        found: list[Card | None] = [None] * len(candidates)
        if store:
            found = store.fresh([each.file for each in candidates], states)
        missing = [number for number, card in enumerate(found) if card is None]
        self.renewed = missing.copy()

        def work(places: Iterable[int]) -> Iterator[Card]:
            numbers = (missing[each] for each in places)
            known = store.card if store else lambda _: None
            return self._reader().analyse(
                (candidates[each], known(candidates[each].file), states[each]) for each in numbers
            )

        made = iter(self._shared(work, missing))
        self.cards = [card or next(made) for card in found]

    def _shared(
        self, work: Callable[[Iterable[int]], Iterator[Card]], numbers: Sequence[int], effort: int = 1
    ) -> list[Card]:
        if not numbers:
            return []
        from meminit.workspace import pool  # noqa: PLC0415 - wanted only where a document is read

        sizes = self._sizes(numbers, effort)
        return pool.shared(work, sizes, pool.processes(self._jobs, sizes, effort))

    def _sizes(self, numbers: Sequence[int], effort: int) -> list[int]:
        """They say what comes first, and how many processes pay; to ask for many takes a fiftieth of the run."""
        from meminit.workspace import pool  # noqa: PLC0415 - as above

        states = [self.states[number] for number in numbers]
        if all(states):
            return [state[0] for state in states if state]
        if self._jobs == 1 or pool.keep_all_busy(len(numbers), effort):
            return [pool.USUAL] * len(numbers)
        return self._ask([self._candidates[number] for number in numbers])
