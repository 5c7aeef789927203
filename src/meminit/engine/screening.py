"""Tells from the cards alone which documents a rule across documents may have anything to say of.

Most documents of most repositories are right, and to see that takes a few questions asked of all of them at once. Those
that are left go through the rules themselves, which alone decide.
"""

from collections import Counter
from collections.abc import Iterator

from meminit.engine.library import Library
from meminit.linking.judging import Judging
from meminit.linking.questions import is_plain


def known_ids(library: Library) -> frozenset[str]:
    return frozenset(card.known_id for card in library.cards if card.known_id)


def by_ids(library: Library, known: frozenset[str]) -> set[int]:
    """The documents whose ids are shared, whose references lead nowhere, and all that supersede each other."""
    held = Counter(card.document_id for card in library.cards if card.document_id and card.is_sound)
    newer = {each for card in library.cards for each in card.successors}
    found = set()
    for number, card in enumerate(library.cards):
        own = card.document_id
        if (own and (held[own] > 1 or own in newer)) or card.successors or not known.issuperset(card.references):
            found.add(number)
    return found


def by_links(library: Library, wrong: set[str]) -> set[int]:
    """The documents with a link whose question has no good answer."""
    return (
        {number for number, card in enumerate(library.cards) if not wrong.isdisjoint(card.asked())} if wrong else set()
    )


def wrong_questions(library: Library, judging: Judging) -> Iterator[str]:
    """Whatever links ask that has no good answer, or none that the cards tell."""
    asked: set[str] = set()
    for card in library.cards:
        if card.questions:
            asked.update(card.asked())
    readable = {
        candidate.file
        for candidate, card in zip(library.candidates, library.cards, strict=True)
        if card.is_understood and is_plain(candidate.file)
    }
    for question in asked - readable:
        file, mark, fragment = question.partition("#")
        if mark and file in readable:
            target = library.card(file)
            if target and target.opens(fragment):
                continue
        if not _is_right(question, judging):
            yield question


def _is_right(question: str, judging: Judging) -> bool:
    """A link that cannot be followed is not taken for right; what failed is told where it is judged for good."""
    try:
        return judging.is_right(question)
    except Exception:  # noqa: BLE001 - whatever it is, the run goes on
        return False
