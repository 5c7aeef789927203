"""Tells from the cards alone which documents a rule across documents may have anything to say of.

Most documents of most repositories are right, and to see that takes a few questions asked of all of them at once. Those
that are left go through the rules themselves, which alone decide.
"""

from collections import Counter
from typing import NamedTuple

from meminit.config.settings import Settings
from meminit.model.finding import Severity
from meminit.model.summary import SEPARATOR
from meminit.workspace.summaries import Library

_ORPHAN = "ORPHAN_DOCUMENT"  # named here, since the rules themselves are not loaded until one is asked


class Suspicion(NamedTuple):
    """Ids that are known, documents by their numbers whose ids need a look, and questions that cards do not answer."""

    known_ids: frozenset[str]
    by_ids: frozenset[int]
    questions: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.by_ids or self.questions)


def asks_everything(settings: Settings) -> bool:
    """Whether a rule is on that has something to say of documents in which nothing is suspicious."""
    chosen = [settings.severities, *(each.severities for each in settings.overrides)]
    return any(each.get(_ORPHAN, Severity.OFF) is not Severity.OFF for each in chosen)


def suspicion(library: Library) -> Suspicion:
    known = frozenset(card.known_id for card in library.cards if card.known_id)
    return Suspicion(known, _by_ids(library, known), _unanswered(library))


def suspects(library: Library, questions: set[str]) -> set[int]:
    """The numbers of the documents with a link that asks one of the questions."""
    cards = library.cards if questions else ()
    return {number for number, card in enumerate(cards) if not questions.isdisjoint(card.asked())}


def _by_ids(library: Library, known: frozenset[str]) -> frozenset[int]:
    """The documents whose ids are shared, whose references lead nowhere, and all that supersede each other."""
    held: Counter[str | None] = Counter(
        card.document_id for card in library.cards if card.document_id and card.is_sound
    )
    newer = {each for card in library.cards for each in card.successors}
    return frozenset(
        number
        for number, card in enumerate(library.cards)
        if held[card.document_id] > 1
        or card.document_id in newer
        or card.successors
        or not known.issuperset(card.references)
    )


def _unanswered(library: Library) -> frozenset[str]:
    """Whatever links ask that is no document, nor an anchor of one, as far as cards tell."""
    asked = set(SEPARATOR.join([card.questions for card in library.cards if card.questions]).split(SEPARATOR))
    asked.difference_update(library.readable)
    asked.discard("")
    return frozenset(question for question in asked if not _opens(library, *question.rpartition("#")))


def _opens(library: Library, file: str, mark: str, fragment: str) -> bool:
    target = library.card(file) if mark and file in library.readable else None
    return target is not None and bool(target.opens(fragment))
