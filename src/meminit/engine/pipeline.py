"""From files to findings: one card for each file by itself, then the rules that need them all."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from meminit.config.settings import Settings
from meminit.documents.discover import Candidate
from meminit.documents.read import Governing, Reading, detailed, document, opened
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

    def analyse(self, candidate: Candidate, known: Card | None = None) -> Card:
        """What one file comes to by itself; the known card if its content is what it was."""
        content = opened(self._tree, candidate)
        digest = digest_of(content) if self._keeps and isinstance(content, bytes) else ""
        if known and digest and digest == known.digest:
            return known
        facts = self._understood(candidate, content, at_a_glance=True)
        crashes = len(self._crashes)
        found = self._found_in(facts)
        return self._writer.card(facts, found, digest if crashes == len(self._crashes) else "")

    def foretold(self, candidate: Candidate, content: bytes) -> list[Finding]:
        """What would be wrong with a file by itself if this were what it holds."""
        return self._found_in(self._understood(candidate, content, at_a_glance=False))

    def _found_in(self, facts: Document) -> list[Finding]:
        found = [*self._observed(facts.path, facts.problems)] if facts.problems else []
        if facts.is_understood:
            for about, rules in self._document_rules:
                if about is None or getattr(facts, about):
                    for rule in rules:
                        found += self._judged(rule.meta, facts.path, rule.check, facts)
        return found

    def detail(self, candidate: Candidate) -> Card:
        """The details of one file, which its card lacks where a glance was enough for it."""
        content = opened(self._tree, candidate)
        digest = digest_of(content) if self._keeps and isinstance(content, bytes) else ""
        facts = detailed(candidate, content, self._governing(candidate.namespace), self._reading)
        return Card(details=self._writer.details(facts), digest=digest)

    def read(self, candidate: Candidate) -> Document:
        return self._understood(candidate, opened(self._tree, candidate), at_a_glance=False)

    def _understood(self, candidate: Candidate, content: bytes | Problem, *, at_a_glance: bool) -> Document:
        governing = self._governing(candidate.namespace)
        return document(candidate, content, governing, self._reading, at_a_glance=at_a_glance)

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
                finding = self._stamp.finding(meta, hit, hit.path or path)
                if finding:
                    found.append(finding)
        except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
            found += self._crash(error, meta, path)
        return found
