"""The documents of a run by number, as their summaries describe them; what summaries lack is read again."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from meminit.documents.discover import Candidate
from meminit.model.finding import Finding
from meminit.model.node import Plain
from meminit.model.summary import Summary, is_path

if TYPE_CHECKING:
    from meminit.model.document import Document, KeptDocument, Placed
    from meminit.workspace.details import Mentioning


class Rereading(Protocol):
    """Reads again what summaries lack."""

    def add_details(self, numbers: Sequence[int]) -> None:
        """Reads the details of the summaries that lack them."""

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

    @cached_property
    def ids(self) -> Sequence[str | None]:
        """The id of each document, or None."""
        return [each.known_id for each in self.all]

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
                from meminit.workspace.findings import findings  # noqa: PLC0415 - seldom wanted

                yield from findings(self.all[number], self.candidates[number].path)

    def kept(self, numbers: Iterable[int]) -> "list[KeptDocument]":
        """Documents as rules across documents see them."""
        wanted = sorted(numbers)
        self._see_to(number for number in wanted if number not in self._kept)
        for number in wanted:
            if number not in self._kept:
                self._kept[number] = self._with_details(number)
        return [self._kept[number] for number in wanted]

    def _with_details(self, number: int) -> "KeptDocument":
        from meminit.workspace import details  # noqa: PLC0415 - seldom wanted

        candidate, names = self.candidates[number], self._kept_fields()
        content = self.all[number].details
        if content is None:
            known = details.kept_of(self._rereading.placed(candidate), names)
        else:
            known = details.kept(content, names)
        return self._outline(number)._replace(**known._asdict())

    def mentioning(self, numbers: Iterable[int], naming: Collection[str]) -> Iterator[tuple[int, "Mentioning"]]:
        """What may mention other documents in each of these, in their order; the fields of these names hold ids."""
        from meminit.workspace.details import mentioning, mentioning_of  # noqa: PLC0415 - no check needs it

        wanted = sorted(numbers)
        self._see_to(wanted)
        every = [self.all[number].details for number in wanted]
        if all(every):  # nearly always, and there may be a hundred thousand
            return zip(wanted, map(mentioning, every), strict=True)  # type: ignore[arg-type]  # none of them is None
        return (
            (number, mentioning(content) if content else mentioning_of(self._read_placed(number), naming))
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

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        """The values of a field by which addresses find documents, each with its file."""
        for candidate, summary in zip(self.candidates, self.all, strict=True):
            for name, value in summary.named:
                if name == field:
                    yield value, candidate.file
