"""Tells from the cards alone which documents a rule across documents may have anything to say of.

Most documents of most repositories are right, and to see that takes a few questions asked of all of them at once. Those
that are left go through the rules themselves, which alone decide.
"""

from collections import Counter, defaultdict
from typing import NamedTuple

from meminit.config.settings import Settings
from meminit.engine.library import Library
from meminit.model.card import FEW, SEPARATOR, those_in
from meminit.model.finding import Severity

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
    """The questions of links that cards do not answer: about no document, or about an anchor that it lacks."""
    asked = set(SEPARATOR.join([card.questions for card in library.cards if card.questions]).split(SEPARATOR))
    asked.difference_update(library.readable)
    asked.discard("")
    unanswered: set[str] = set()
    many: dict[str, list[str]] = defaultdict(list)
    cards, readable, counts = library.cards, library.readable, dict.fromkeys(library.readable, 0)
    for question in asked:
        file, mark, fragment = question.rpartition("#")
        if not mark or file not in readable:
            unanswered.add(question)
            continue
        anchors = cards[readable[file]].anchors
        counts[file] += 1
        if counts[file] > FEW:
            many[file].append(fragment)
        elif not anchors or f"{SEPARATOR}{fragment}{SEPARATOR}" not in anchors:
            unanswered.add(question)
    for file, fragments in many.items():
        there = those_in(cards[readable[file]].anchors or "", fragments)
        unanswered.update(f"{file}#{each}" for each in fragments if each not in there)
    return frozenset(unanswered)
