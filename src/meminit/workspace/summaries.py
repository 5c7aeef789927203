"""The documents of a run by number, as their summaries describe them, and where summaries come from.

A summary is taken from the cache where the file is unchanged, else made by reading the file. What it lacks is read
again.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from meminit.cache.file_state import FileState
from meminit.cache.store import Store
from meminit.documents.discover import Candidate
from meminit.model.finding import Finding
from meminit.model.node import Plain
from meminit.model.summary import Summary, is_path
from meminit.sites.site import Site

if TYPE_CHECKING:
    from meminit.model.document import Document, KeptDocument, Placed
    from meminit.workspace.encoded import Mentioning
    from meminit.workspace.kept_links import Judged

_TO_PLACE = 2  # times as much work, at least, to find the places of a document's links as to scan it quickly
# A document to be read, its known summary, and the state of its file.
Wanted: TypeAlias = tuple[Candidate, Summary | None, FileState | None]
_NONE = Summary()  # in the place of one that has not arrived


class Rereading(Protocol):
    """Reads again what summaries lack."""

    def add_details(self, numbers: Sequence[int], lookups: frozenset[str] | None = None) -> None:
        """Reads the details of these summaries, or else their links with these lookups alone."""

    def placed(self, candidate: Candidate) -> "Placed":
        """For a document whose details JSON cannot carry."""

    def whole(self, candidates: Iterable[Candidate]) -> Iterator["Document | None"]: ...


class Summaries:
    """`kept_fields` names the fields whose values details keep."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        every: Sequence[Summary],
        kept_fields: Callable[[], Collection[str]],
        rereading: Rereading,
    ) -> None:
        self.candidates = candidates
        self.all = every
        self._kept_fields = kept_fields
        self._rereading = rereading
        self._kept: dict[int, KeptDocument] = {}
        self.known_links: Mapping[int, Judged | None] = {}  # None where nothing is wrong

    @cached_property
    def ids(self) -> Sequence[str | None]:
        """The id of each document, or None."""
        return [each.known_id for each in self.all]

    @property
    def files(self) -> Iterable[str]:
        """The files of all documents."""
        return (each.file for each in self.candidates)

    @cached_property
    def known_ids(self) -> frozenset[str]:
        return frozenset(each.known_id for each in self.all if each.known_id)

    @cached_property
    def readable(self) -> Mapping[str, int]:
        """The documents that could be read, by their files as plain lookups name them."""
        pairs = enumerate(zip(self.candidates, self.all, strict=True))
        return {each.file: at for at, (each, summary) in pairs if summary.is_understood and is_path(each.file)}

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        if len(self.readable) == len(self.candidates):  # as nearly always
            return self.readable
        return {each.file: number for number, each in enumerate(self.candidates)}

    def __contains__(self, file: object) -> bool:
        return file in self._numbers

    def number(self, file: str) -> int | None:
        return self._numbers.get(file)

    def of_file(self, file: str) -> Summary | None:
        number = self._numbers.get(file)
        return None if number is None else self.all[number]

    def anchors(self, file: str) -> str | None:
        """The anchors of a document as its summary joins them; None where the summary does not know them."""
        summary = self.of_file(file)
        return summary.anchors if summary and summary.is_understood else None

    def get(self, file: str) -> "KeptDocument | None":
        """The document with its anchors, read again: only for what its summary does not know, since it may be large."""
        number = self._numbers.get(file)
        if number is None:
            return None
        document = next(iter(self._rereading.whole((self.candidates[number],))))
        outline = self._outline(number)
        return outline._replace(anchors=document.anchors) if document else outline

    def _outline(self, number: int) -> "KeptDocument":
        from meminit.model.document import KeptDocument  # noqa: PLC0415 - wanted only where something is suspicious

        candidate, summary = self.candidates[number], self.all[number]
        return KeptDocument(
            candidate.path,
            candidate.namespace,
            candidate.file,
            claimed_id=summary.claimed_id,
            has_sound_id=summary.has_sound_id,
            anchors=None,
            is_understood=summary.is_understood,
        )

    def findings(self, numbers: Iterable[int]) -> Iterator[Finding]:
        """The findings of each of these documents by itself."""
        for number in numbers:
            if self.all[number].findings:
                from meminit.workspace.summarizing import findings  # noqa: PLC0415 - seldom wanted

                yield from findings(self.all[number], self.candidates[number].path)

    def kept(self, numbers: Iterable[int]) -> "list[KeptDocument]":
        """Documents as rules across documents see them."""
        wanted = sorted(numbers)
        self._see_to(number for number in wanted if number not in self._kept)
        for number in wanted:
            if number not in self._kept:
                self._kept[number] = self._with_details(number)
        return [self._kept[number] for number in wanted]

    def linking(self, numbers: Iterable[int], lookups: frozenset[str]) -> "list[KeptDocument]":
        """Documents with their links that have these lookups, and perhaps with more."""
        wanted = sorted(numbers)
        bare = [number for number in wanted if number not in self._kept and self.all[number].details is None]
        unknown = [number for number in bare if self._with_links(number, lookups) is None]
        if unknown:
            self._rereading.add_details(unknown, lookups)
        found = {number: document for number in bare if (document := self._with_links(number, lookups))}
        others = [number for number in wanted if number not in found]
        found.update(zip(others, self.kept(others), strict=True))
        return [found[number] for number in wanted]

    def _with_links(self, number: int, lookups: frozenset[str]) -> "KeptDocument | None":
        """None where it is not known which of its links have these lookups."""
        from meminit.workspace.encoded import links_placed  # noqa: PLC0415 - seldom wanted

        summary = self.all[number]
        links = links_placed(summary.placed, lookups.intersection(summary.all_lookups()))
        return None if links is None else self._outline(number)._replace(links=links)

    def _with_details(self, number: int) -> "KeptDocument":
        from meminit.workspace import encoded  # noqa: PLC0415 - seldom wanted

        candidate, names = self.candidates[number], self._kept_fields()
        content = self.all[number].details
        if content is None:
            known = encoded.kept_of(self._rereading.placed(candidate), names)
        else:
            known = encoded.kept(content, names)
        return self._outline(number)._replace(**known._asdict())

    def mentioning(
        self, numbers: Iterable[int], naming: Collection[str], sites: Sequence[Site]
    ) -> Iterator[tuple[int, "Mentioning"]]:
        """What may mention other documents in each of these, in their order; the fields of these names hold ids."""
        from meminit.workspace.encoded import mentioning, mentioning_of  # noqa: PLC0415 - no check needs it

        wanted = sorted(numbers)
        self._see_to(wanted)
        every = [self.all[number].details for number in wanted]
        if all(every):  # nearly always, and there may be a hundred thousand
            return zip(wanted, map(mentioning, every), strict=True)  # type: ignore[arg-type]  # none of them is None
        return (
            (number, mentioning(content) if content else mentioning_of(self._read_placed(number), naming, sites))
            for number, content in zip(wanted, every, strict=True)
        )

    def _read_placed(self, number: int) -> "Placed":
        return self._rereading.placed(self.candidates[number])

    def _see_to(self, numbers: Iterable[int]) -> None:
        bare = [number for number in numbers if self.all[number].details is None]
        if bare:
            self._rereading.add_details(bare)

    def whole(self, numbers: Iterable[int]) -> Iterator["Document"]:
        """Documents read whole, one after the other; what cannot be read is left out."""
        found = self._rereading.whole(self.candidates[number] for number in numbers)
        return (each for each in found if each is not None)

    def front_matter(self, numbers: Iterable[int]) -> list[dict[str, Plain] | None]:
        """The front matter of documents; None where there is none that could be understood."""
        from meminit import as_json  # noqa: PLC0415 - no check needs it
        from meminit.workspace.encoded import fields  # noqa: PLC0415 - as above

        return as_json.read(fields(self.all[number].row) for number in numbers)

    def named(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """The files of documents with the fields by which addresses find them."""
        return ((each.file, summary.named) for each, summary in zip(self.candidates, self.all, strict=True))

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        """The values of a field by which addresses find documents, each with its file."""
        for candidate, summary in zip(self.candidates, self.all, strict=True):
            for name, value in summary.named:
                if name == field:
                    yield value, candidate.file


class Reads(Protocol):
    """Makes the summaries of documents, or returns the known one where a file is unchanged; or what they lack."""

    def summaries(self, wanted: Iterable[Wanted]) -> Iterator[Summary]: ...

    def details(self, wanted: Iterable[Wanted], lookups: frozenset[str] | None) -> Iterator[Summary]: ...


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
        self.found_later: dict[int, Summary] = {}  # summaries with findings that were made when details were read
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

    def add_details(self, numbers: Sequence[int], lookups: frozenset[str] | None = None) -> None:
        """Reads documents again, this time with all details, or else with their links that have these lookups."""

        def work(places: Iterable[int]) -> Iterator[Summary]:
            asked = (numbers[each] for each in places)
            return self._reader().details(
                ((self._candidates[each], self.summaries[each], None) for each in asked), lookups
            )

        self.renewed += numbers
        for place, summary in self._shared(work, numbers, _TO_PLACE):
            number = numbers[place]
            known = self.summaries[number]
            if summary.findings:
                self.found_later[number] = summary
            # Nothing is kept of a file that has changed meanwhile.
            digest = known.digest if summary.digest == known.digest else ""
            self.summaries[number] = known._replace(details=summary.details, placed=summary.placed, digest=digest)

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
        sizes = [state[0] for state in states if state and state[0] >= 0]  # what git has shows no size
        if len(sizes) == len(states):
            return sizes
        if self._jobs == 1 or pool.keep_all_busy(len(numbers), effort):
            return [pool.USUAL] * len(numbers)
        return self._sizes_of([self._candidates[number] for number in numbers])
