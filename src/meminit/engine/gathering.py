"""Comes by a card for every document: from the store where the file is unchanged, else by reading it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from meminit.documents.discover import Candidate
from meminit.engine.file_state import FileState
from meminit.engine.store import Store
from meminit.model.card import Card

_MANY = 4000  # documents: a piece of so many is little of the work, whatever is in it
_USUAL_SIZE = 3000  # bytes
_TO_PLACE = 2  # times as much work, at least, to find the places of a document's links as to read it at a glance


class Reader(Protocol):
    """Makes the cards of documents, or gives back the known one where a file is what it was; or makes their details."""

    def analyse(
        self, candidates: Sequence[Candidate], known: Sequence[Card | None], states: Sequence[FileState | None]
    ) -> list[Card]: ...

    def detail(self, candidates: Sequence[Candidate]) -> list[Card]: ...


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

        def work(piece: Sequence[int]) -> list[Card]:
            return self._reader().detail([self._candidates[numbers[each]] for each in piece])

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
        candidates = self._candidates
        found: list[Card | None] = [None] * len(candidates)
        if store:
            found = store.fresh([each.file for each in candidates], self.states)
        missing = [number for number, card in enumerate(found) if card is None]
        self.renewed = missing.copy()

        def work(piece: Sequence[int]) -> list[Card]:
            numbers = [missing[each] for each in piece]
            wanted = [candidates[number] for number in numbers]
            known = [store.card(each.file) if store else None for each in wanted]
            return self._reader().analyse(wanted, known, [self.states[number] for number in numbers])

        made = iter(self._shared(work, missing))
        self.cards = [card or next(made) for card in found]

    def _shared(
        self, work: Callable[[Sequence[int]], list[Card]], numbers: Sequence[int], effort: int = 1
    ) -> list[Card]:
        if not numbers:
            return []
        from meminit.engine import pool  # noqa: PLC0415 - wanted only where a document is read

        sizes = self._sizes(numbers)
        return pool.shared(work, sizes, pool.processes(self._jobs, sizes, effort))

    def _sizes(self, numbers: Sequence[int]) -> list[int]:
        """By which the work is shared. To ask for many that no cache knows would take a twentieth of the run."""
        states = [self.states[number] for number in numbers]
        if all(states):
            return [state[0] for state in states if state]
        if self._jobs == 1 or len(numbers) > _MANY:
            return [_USUAL_SIZE] * len(numbers)
        return self._ask([self._candidates[number] for number in numbers])
