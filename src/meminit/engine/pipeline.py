"""From files to findings: one card for each file by itself, then the rules that need them all."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from meminit.config.settings import Settings
from meminit.documents.discover import Candidate
from meminit.documents.read import File, Governing, Reading, detailed, documents, opened
from meminit.documents.tree import Tree
from meminit.engine.file_state import digest_of
from meminit.engine.graph import Graph
from meminit.engine.library import Library
from meminit.engine.screening import Suspicion, suspects
from meminit.engine.stamp import Stamp
from meminit.engine.writing import Writer
from meminit.linking.judging import Judging
from meminit.model.card import Card
from meminit.model.document import Document
from meminit.model.finding import Finding, Problem
from meminit.model.link import LinkFault
from meminit.rule import CorpusRule, DocumentRule, Hit, Meta, corpus_of
from meminit.rules import RULES
from meminit.rules.broken_link import RULE as BROKEN_LINK
from meminit.rules.rule_crashed import RULE as CRASHED

Subject = TypeVar("Subject")
_AT_ONCE = 1 << 18  # bytes of documents
_METAS: Mapping[str, Meta] = {rule.meta.code: rule.meta for rule in RULES}


def _by_subject(rules: Iterable[DocumentRule]) -> list[tuple[str | None, list[DocumentRule]]]:
    """Rules about the same part of a document stand together: most documents lack that part."""
    groups: dict[str | None, list[DocumentRule]] = {}
    for rule in rules:
        groups.setdefault(rule.about, []).append(rule)
    return list(groups.items())


class Pipeline:
    """What rules raise goes into `crashes`; `keeps` says that cards shall serve later runs as well.

    `tells` says that commands may tell of the documents by their cards.
    """

    def __init__(
        self,
        settings: Settings,
        governing: Callable[[str], Governing],
        tree: Tree,
        crashes: list[Exception],
        *,
        keeps: bool = False,
        tells: bool = False,
    ) -> None:
        self._keeps = keeps
        self._tree = tree
        self._settings = settings
        self._governing = governing
        self._reading = Reading(settings.links, tree.limits)
        self._crashes = crashes
        self._stamp = Stamp(settings)
        self._writer = Writer(settings, tells=tells)
        active = [rule for rule in RULES if self._stamp.is_ever_on(rule.meta)]
        judging = (rule for rule in active if isinstance(rule, DocumentRule))
        self._document_rules = _by_subject(rule for rule in judging if rule.applies is None or rule.applies(settings))
        self._corpus_rules = [rule for rule in active if isinstance(rule, CorpusRule)]

    def analyse(self, candidates: Sequence[Candidate], known: Sequence[Card | None]) -> list[Card]:
        """What files come to by themselves; the known card of one whose content is what it was."""
        cards: list[Card] = []
        for files in self._files(candidates):
            cards += self._analysed(files, known[len(cards) : len(cards) + len(files)])
        return cards

    def _analysed(self, files: Sequence[File], known: Sequence[Card | None]) -> list[Card]:
        digests = [self._digest(each) for each in files]
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

    def _files(self, candidates: Iterable[Candidate]) -> Iterator[list[File]]:
        """In groups small enough for whatever is made of them to fit into memory."""
        files: list[File] = []
        size = 0
        for each in candidates:
            content = opened(self._tree, each)
            files.append(File(each, content, self._governing(each.namespace)))
            size += len(content) if isinstance(content, bytes) else 0
            if size > _AT_ONCE:
                yield files
                files, size = [], 0
        if files:
            yield files

    def _digest(self, file: File) -> str:
        return digest_of(file.content) if self._keeps and isinstance(file.content, bytes) else ""

    def _judged_alone(self, facts: Document) -> tuple[list[Finding], bool]:
        """The findings, and whether no rule crashed."""
        crashes = len(self._crashes)
        return self._found_in(facts), crashes == len(self._crashes)

    def foretold(self, candidate: Candidate, content: bytes) -> list[Finding]:
        """What would be wrong with a file by itself if this were what it holds."""
        (facts,) = documents([File(candidate, content, self._governing(candidate.namespace))], self._reading)
        return self._found_in(facts)

    def _found_in(self, facts: Document) -> list[Finding]:
        found = [*self._observed(facts.path, facts.problems)] if facts.problems else []
        if facts.is_understood:
            groups = [rules for about, rules in self._document_rules if about is None or getattr(facts, about)]
            try:  # to ask each rule by itself takes longer, and one that crashes is rare
                hits = [
                    (rule.meta, hit) for rules in groups for rule in rules for hit in rule.check(facts, self._settings)
                ]
            except Exception:  # noqa: BLE001 - whatever it is, the run goes on
                for rule in chain.from_iterable(groups):
                    found += self._judged(rule.meta, facts.path, rule.check, facts)
                return found
            for meta, hit in hits:
                found += self._stamped(meta, hit, facts.path)
        return found

    def detail(self, candidates: Sequence[Candidate]) -> list[Card]:
        """The details of files, which their cards lack where a glance was enough for them."""
        cards: list[Card] = []
        for files in self._files(candidates):
            every = zip(detailed(files, self._reading), files, strict=True)
            cards += [Card(details=self._writer.details(facts), digest=self._digest(file)) for facts, file in every]
        return cards

    def read(self, candidate: Candidate) -> Document:
        ((file,),) = self._files((candidate,))
        return documents((file,), self._reading)[0]

    def across(self, library: Library, suspicion: Suspicion, only: Collection[str] = ()) -> list[Finding]:
        """The findings of the rules that need the whole tree; they are never kept from one run to the next."""
        found: list[Finding] = []
        rules = [rule for rule in self._corpus_rules if not only or rule.meta.code in only]
        follows_links = any(rule.meta.group == BROKEN_LINK.meta.group for rule in rules)
        faults = tuple(self._link_faults(library, suspicion.questions, found)) if follows_links else ()
        corpus = corpus_of(tuple(library.all_whole(suspicion.by_ids)), suspicion.known_ids, faults)
        if any(rule.asks_graph for rule in rules):
            unmentioned = Graph(library, self._tree, self._settings).unmentioned()
            corpus = corpus._replace(unmentioned=tuple(library.candidates[number].path for number in unmentioned))
        for rule in rules:
            found += self._judged(rule.meta, self._settings.config_path, rule.check, corpus)
        return found

    def _link_faults(self, library: Library, questions: Iterable[str], found: list[Finding]) -> Iterator[LinkFault]:
        """Follows links, once for all rules about them; a document where that fails costs itself alone."""
        judging = Judging(library, self._tree, self._settings.links)
        wrong = {question for question in questions if not judging.is_right(question)}
        for each in library.all_whole(suspects(library, wrong)):
            try:
                yield from judging.of(each, wrong)
            except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
                found += self._crash(error, BROKEN_LINK.meta, each.path)

    def _stamped(self, meta: Meta, hit: Hit, path: str) -> list[Finding]:
        """The finding that a hit comes to; none where its rule is off."""
        finding = self._stamp.finding(meta, hit, hit.path or path)
        return [finding] if finding else []

    def _crash(self, error: Exception, meta: Meta, path: str) -> list[Finding]:
        self._crashes.append(error)
        crash = self._stamp.finding(CRASHED.meta, Hit(context={"rule": meta.code}), path)
        return [crash] if crash else []

    def observed(self, path: str, problem: Problem) -> list[Finding]:
        """The finding of something seen outside any document, unless its rule is off."""
        return list(self._observed(path, (problem,)))

    def _observed(self, path: str, problems: Iterable[Problem]) -> Iterator[Finding]:
        for problem in problems:
            hit = Hit(problem.line, problem.column, context=problem.context)
            finding = self._stamp.finding(_METAS[problem.code], hit, path)
            if finding:
                yield finding

    def _judged(
        self, meta: Meta, path: str, check: Callable[[Subject, Settings], Iterable[Hit]], subject: Subject
    ) -> list[Finding]:
        """The findings of one rule; one that crashes costs a finding of its own, and nothing else."""
        found: list[Finding] = []
        try:
            for hit in check(subject, self._settings):
                found += self._stamped(meta, hit, path)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
            found += self._crash(error, meta, path)
        return found
