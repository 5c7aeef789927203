"""Gets a summary of every document: from the cache where the file is unchanged, else by reading it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

from meminit.cache.file_state import FileState
from meminit.cache.store import Store
from meminit.documents.discover import Candidate
from meminit.model.summary import Summary

_TO_PLACE = 2  # times as much work, at least, to find the places of a document's links as to scan it quickly


# A document to be read, its known summary, and the state of its file.
Wanted: TypeAlias = tuple[Candidate, Summary | None, FileState | None]


class Reads(Protocol):
    """Makes the summaries of documents, or returns the known one where a file is unchanged; or their details."""

    def summaries(self, wanted: Iterable[Wanted]) -> Iterator[Summary]: ...

    def details(self, candidates: Iterable[Candidate]) -> Iterator[Summary]: ...


class Gathering:
    """`states` are the states of the candidates' files just now; without a store, they are not taken.

    `found` are the summaries that need no reading; `sizes_of` gives the sizes of files in bytes.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that decides about the reading
        self,
        reader: Callable[[], Reads],
        candidates: Sequence[Candidate],
        states: Sequence[FileState | None],
        found: Sequence[Summary | None],
        store: Store | None,
        jobs: int | None,
        sizes_of: Callable[[Sequence[Candidate]], list[int]],
    ) -> None:
        self._reader = reader
        self._sizes_of = sizes_of
        self._candidates = candidates
        self._jobs = jobs
        self._store = store
        self.states = states
        self._missing = [number for number, each in enumerate(found) if each is None]
        self.summaries: list[Summary] = [each or _NONE for each in found]
        self.renewed = self._missing.copy()  # the documents whose summaries differ from those of the store

    def arriving(self) -> Iterator[int]:
        """Reads the documents without a summary; yields the number of each once it has one, in any order."""
        missing, candidates, states = self._missing, self._candidates, self.states

        def work(places: Iterable[int]) -> Iterator[Summary]:
            numbers = (missing[each] for each in places)
            known = self._store.summary if self._store else lambda _: None
            return self._reader().summaries(
                (candidates[each], known(candidates[each].file), states[each]) for each in numbers
            )

        for place, summary in self._shared(work, missing):
            self.summaries[missing[place]] = summary
            yield missing[place]

    @property
    def missing(self) -> Sequence[int]:
        """The documents that have to be read."""
        return self._missing

    def add_details(self, numbers: Sequence[int]) -> None:
        """Reads documents again, this time with all details."""

        def work(places: Iterable[int]) -> Iterator[Summary]:
            return self._reader().details(self._candidates[numbers[each]] for each in places)

        self.renewed += numbers
        for place, summary in self._shared(work, numbers, _TO_PLACE):
            number = numbers[place]
            known = self.summaries[number]
            # Nothing is kept of a file that has changed meanwhile.
            digest = known.digest if summary.digest == known.digest else ""
            self.summaries[number] = known._replace(details=summary.details, digest=digest)

    def replace_rows(self, rows: Mapping[int, bytes]) -> None:
        """Replaces the rows of these documents by rows that hold more."""
        self.renewed += rows
        for number, each in rows.items():
            self.summaries[number] = self.summaries[number]._replace(row=each)

    def made(self) -> Iterator[tuple[str, FileState, Summary]]:
        """The new summaries, for the next run. JSON cannot carry a path that is not shown as it is spelled."""
        for number in dict.fromkeys(self.renewed):
            candidate, state, summary = self._candidates[number], self.states[number], self.summaries[number]
            if state and summary.digest and candidate.file == candidate.path:
                yield candidate.file, state, summary

    def _shared(
        self, work: Callable[[Iterable[int]], Iterator[Summary]], numbers: Sequence[int], effort: int = 1
    ) -> Iterator[tuple[int, Summary]]:
        if not numbers:
            return
        from meminit.workspace import pool  # noqa: PLC0415 - wanted only where a document is read

        sizes = self._sizes(numbers, effort)
        yield from pool.shared(work, sizes, pool.processes(self._jobs, sizes, effort))

    def _sizes(self, numbers: Sequence[int], effort: int) -> list[int]:
        """Sizes decide the order and the number of processes; asking for many takes a fiftieth of the run."""
        from meminit.workspace import pool  # noqa: PLC0415 - as above

        states = [self.states[number] for number in numbers]
        if all(states):
            return [state[0] for state in states if state]
        if self._jobs == 1 or pool.keep_all_busy(len(numbers), effort):
            return [pool.USUAL] * len(numbers)
        return self._sizes_of([self._candidates[number] for number in numbers])


_NONE = Summary()  # in the place of one that has not arrived
