"""What each file comes to by itself: read, judged by the rules of single documents, and written on a card."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from meminit.config.settings import Settings
from meminit.documents.discover import Candidate
from meminit.documents.read import NO_MEMORY, File, Governing, Reading, detailed, documents, opened
from meminit.documents.tree import Tree
from meminit.engine.file_state import FileState, digest_of, is_that
from meminit.engine.gathering import Wanted
from meminit.engine.verdicts import Verdicts
from meminit.engine.writing import Writer
from meminit.model.card import Card
from meminit.model.document import Document
from meminit.model.finding import Finding
from meminit.rule import DocumentRule

_Opened: TypeAlias = tuple[File, Card | None, FileState | None]  # what is wanted, with the file

_AT_ONCE, _EACH = 350_000, 1000  # bytes, and those that each document counts more than it has


class Analysing:
    """`keeps` says that cards shall serve later runs as well, `tells` that commands may tell of documents by them."""

    def __init__(
        self,
        settings: Settings,
        governing: Callable[[str], Governing],
        tree: Tree,
        verdicts: Verdicts,
        *,
        keeps: bool = False,
        tells: bool = False,
    ) -> None:
        self._keeps = keeps
        self._tree = tree
        self._settings = settings
        self._governing = governing
        self._verdicts = verdicts
        self._reading = Reading(settings.links, tree.limits)
        self._writer = Writer(settings, tells=tells)
        active = verdicts.active(DocumentRule)
        self._rules = _by_subject(rule for rule in active if rule.applies is None or rule.applies(settings))

    def analyse(self, wanted: Iterable[Wanted]) -> Iterator[Card]:
        """What files come to by themselves; the known card of one whose content is what it was.

        A file that is another one by now than when it was looked at is none to be kept.
        """
        for group in self._opened(wanted):
            files = [file for file, *_ in group]
            digests = [self._digest(file) if _is_that(file, state) else "" for file, _, state in group]
            yield from self._analysed(files, [known for _, known, _ in group], digests)

    def _analysed(self, files: Sequence[File], known: Sequence[Card | None], digests: Sequence[str]) -> list[Card]:
        pairs = zip(known, digests, strict=True)
        kept = [card if card and digest and digest == card.digest else None for card, digest in pairs]
        changed = [number for number, card in enumerate(kept) if card is None]
        facts = documents([files[number] for number in changed], self._reading, at_a_glance=True)
        found = [self._judged_alone(each) for each in facts]
        made = {
            number: self._writer.card(document, findings, digests[number] if is_sound else "")
            for number, document, (findings, is_sound) in zip(changed, facts, found, strict=True)
        }
        return [card or made[number] for number, card in enumerate(kept)]

    def _opened(self, wanted: Iterable[Wanted]) -> Iterator[list[_Opened]]:
        """In groups of about as many bytes, small enough for whatever is made of them to fit into memory."""
        group: list[_Opened] = []
        size = 0
        for candidate, known, state in wanted:
            file = opened(self._tree, candidate, self._governing(candidate.namespace))
            group.append((file, known, state))
            size += _EACH + (len(file.content) if isinstance(file.content, bytes) else 0)
            if size > _AT_ONCE:
                yield group
                group, size = [], 0
        if group:
            yield group

    def _digest(self, file: File) -> str:
        return digest_of(file.content) if self._keeps and isinstance(file.content, bytes) else ""

    def _judged_alone(self, facts: Document) -> tuple[list[Finding], bool]:
        """The findings, and whether they follow from the content: no rule crashed, and there was enough memory."""
        crashes = self._verdicts.crashes
        return self._found_in(facts), crashes == self._verdicts.crashes and NO_MEMORY not in facts.problems

    def foretold(self, candidate: Candidate, content: bytes) -> list[Finding]:
        """What would be wrong with a file by itself if this were what it holds."""
        (facts,) = documents([File(candidate, content, self._governing(candidate.namespace))], self._reading)
        return self._found_in(facts)

    def _found_in(self, facts: Document) -> list[Finding]:
        found = [*self._verdicts.observed(facts.path, facts.problems)] if facts.problems else []
        if facts.is_understood:
            groups = [rules for about, rules in self._rules if about is None or getattr(facts, about)]
            try:  # to ask each rule by itself takes longer, and one that crashes is rare
                hits = [
                    (rule.meta, hit) for rules in groups for rule in rules for hit in rule.check(facts, self._settings)
                ]
            except Exception:  # noqa: BLE001 - whatever it is, the run goes on
                for rule in chain.from_iterable(groups):
                    found += self._verdicts.judged(rule.meta, facts.path, rule.check, facts)
                return found
            for meta, hit in hits:
                found += self._verdicts.stamped(meta, hit, facts.path)
        return found

    def detail(self, candidates: Iterable[Candidate]) -> Iterator[Card]:
        """The details of files, which their cards lack where a glance was enough for them."""
        for group in self._opened((each, None, None) for each in candidates):
            files = [file for file, *_ in group]
            every = zip(detailed(files, self._reading), files, strict=True)
            yield from [Card(details=self._writer.details(facts), digest=self._digest(file)) for facts, file in every]

    def read(self, candidate: Candidate) -> Document:
        file = opened(self._tree, candidate, self._governing(candidate.namespace))
        return documents((file,), self._reading)[0]


def _is_that(file: File, state: FileState | None) -> bool:
    return file.status is not None and state is not None and is_that(file.status, state)


def _by_subject(rules: Iterable[DocumentRule]) -> list[tuple[str | None, list[DocumentRule]]]:
    """Rules about the same part of a document stand together: most documents lack that part."""
    groups: dict[str | None, list[DocumentRule]] = {}
    for rule in rules:
        groups.setdefault(rule.about, []).append(rule)
    return list(groups.items())
