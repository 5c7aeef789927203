"""The documents of a run by their files, each made from its card when it is asked for."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from meminit.documents.discover import Candidate
from meminit.engine.findings import findings
from meminit.model.card import Card, is_path
from meminit.model.finding import Finding
from meminit.model.node import Plain

if TYPE_CHECKING:
    from meminit.engine.details import Mentioning
    from meminit.model.document import Document


class Library:
    """`detail` sees to it that cards have their details; `read` is for documents whose details no card can hold."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        kept: Sequence[Card],
        detail: Callable[[Sequence[int]], None],
        read: Callable[[Candidate], "Document"],
    ) -> None:
        self.candidates = candidates
        self.cards = kept
        self._detail = detail
        self._read = read
        self._whole: dict[int, Document] = {}

    @cached_property
    def ids(self) -> Sequence[str | None]:
        """The id of each document, as far as it has one."""
        return [card.known_id for card in self.cards]

    @cached_property
    def readable(self) -> Mapping[str, int]:
        """The documents that could be read, by their files as plain questions ask for them."""
        pairs = enumerate(zip(self.candidates, self.cards, strict=True))
        return {each.file: at for at, (each, card) in pairs if card.is_understood and is_path(each.file)}

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        if len(self.readable) == len(self.candidates):  # as nearly always
            return self.readable
        return {each.file: number for number, each in enumerate(self.candidates)}

    def __contains__(self, file: object) -> bool:
        return file in self._numbers

    def anchors(self, file: str) -> str | None:
        """The anchors of a document as its card joins them; None where the card cannot tell."""
        card = self.card(file)
        return card.anchors if card and card.is_understood else None

    def get(self, file: str) -> "Document | None":
        """The document, read anew: only for what its card cannot tell, since it may be large."""
        number = self._numbers.get(file)
        return None if number is None else self._whole.get(number) or self._read(self.candidates[number])

    def number(self, file: str) -> int | None:
        return self._numbers.get(file)

    def card(self, file: str) -> Card | None:
        number = self._numbers.get(file)
        return None if number is None else self.cards[number]

    def findings(self) -> Iterator[Finding]:
        """The findings of each document by itself."""
        for candidate, card in zip(self.candidates, self.cards, strict=True):
            if card.findings:
                yield from findings(card, candidate.path)

    def all_whole(self, numbers: Iterable[int]) -> "list[Document]":
        """The documents with all that rules across documents need."""
        wanted = sorted(numbers)
        self._see_to(number for number in wanted if number not in self._whole)
        return [self.whole(number) for number in wanted]

    def all_mentioning(self, numbers: Iterable[int], naming: Collection[str]) -> Iterator[tuple[int, "Mentioning"]]:
        """What may mention other documents in each of these, in their order; the fields of these names hold ids."""
        from meminit.engine.detailing import mentioning_of  # noqa: PLC0415 - no check needs it
        from meminit.engine.details import mentioning  # noqa: PLC0415 - as above

        wanted = sorted(numbers)
        self._see_to(wanted)
        every = [self.cards[number].details for number in wanted]
        if all(every):  # nearly always, and there may be a hundred thousand
            return zip(wanted, map(mentioning, every), strict=True)  # type: ignore[arg-type]  # none of them is None
        return (
            (number, mentioning(details) if details else mentioning_of(self._read(self.candidates[number]), naming))
            for number, details in zip(wanted, every, strict=True)
        )

    def _see_to(self, numbers: Iterable[int]) -> None:
        bare = [number for number in numbers if self.cards[number].details is None]
        if bare:
            self._detail(bare)

    def whole(self, number: int) -> "Document":
        if number not in self._whole:
            from meminit.engine import cards  # noqa: PLC0415 - as above

            candidate, card = self.candidates[number], self.cards[number]
            is_told = card.details is not None and card.anchors is not None
            self._whole[number] = (
                cards.whole(card, candidate, card.details or b"") if is_told else self._read(candidate)
            )
        return self._whole[number]

    def front_matter(self, numbers: Iterable[int]) -> list[dict[str, Plain] | None]:
        """The front matter of documents; None where there is none that could be understood."""
        from meminit import as_json  # noqa: PLC0415 - no check needs it
        from meminit.engine.telling import front_matter  # noqa: PLC0415 - as above

        return as_json.read(front_matter(self.cards[number].told) for number in numbers)

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        for candidate, card in zip(self.candidates, self.cards, strict=True):
            for name, value in card.named:
                if name == field:
                    yield value, candidate.file
