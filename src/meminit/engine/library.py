"""The documents of a run by their files, each made from its card when it is asked for."""

from collections.abc import Callable, Iterator, Sequence

from meminit.documents.discover import Candidate
from meminit.engine import cards
from meminit.model.card import Card
from meminit.model.document import Document


class Library:
    def __init__(
        self, candidates: Sequence[Candidate], kept: Sequence[Card], read: Callable[[Candidate], Document]
    ) -> None:
        self.candidates = candidates
        self.cards = kept
        self._read = read
        self._numbers = {each.file: number for number, each in enumerate(candidates)}
        self._outlines: dict[str, Document] = {}
        self._whole: dict[int, Document] = {}

    def __contains__(self, file: object) -> bool:
        return file in self._numbers

    def get(self, file: str) -> Document | None:
        """The document as others see it."""
        number = self._numbers.get(file)
        if number is None:
            return None
        if file not in self._outlines:
            card = self.cards[number]
            known = card.anchors is not None
            self._outlines[file] = cards.outline(card, self.candidates[number]) if known else self.whole(number)
        return self._outlines[file]

    def card(self, file: str) -> Card | None:
        number = self._numbers.get(file)
        return None if number is None else self.cards[number]

    def whole(self, number: int) -> Document:
        """The document with all that rules across documents need."""
        if number not in self._whole:
            card, candidate = self.cards[number], self.candidates[number]
            details = card.details
            self._whole[number] = (
                cards.whole(card, candidate, details) if details is not None else self._read(candidate)
            )
        return self._whole[number]

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        for candidate, card in zip(self.candidates, self.cards, strict=True):
            for name, value in card.named:
                if name == field:
                    yield value, candidate.file
