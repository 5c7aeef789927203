"""Judges documents by what others say: the rules that need the whole tree, which are asked anew in every run."""

from collections.abc import Collection, Iterable, Iterator

from meminit.config.settings import Settings
from meminit.documents.tree import Tree
from meminit.engine.library import Library
from meminit.engine.screening import Suspicion, suspects
from meminit.engine.verdicts import Verdicts
from meminit.linking.judging import Judging
from meminit.model.finding import Finding
from meminit.model.link import LinkFault
from meminit.rule import CorpusRule, corpus_of
from meminit.rules.broken_link import RULE as BROKEN_LINK


class Across:
    def __init__(self, settings: Settings, tree: Tree, verdicts: Verdicts) -> None:
        self._settings = settings
        self._tree = tree
        self._verdicts = verdicts
        self._rules = verdicts.active(CorpusRule)

    def findings(self, library: Library, suspicion: Suspicion, only: Collection[str] = ()) -> list[Finding]:
        """The findings of the rules, or of those with these codes; they are never kept from one run to the next."""
        found: list[Finding] = []
        rules = [rule for rule in self._rules if not only or rule.meta.code in only]
        follows_links = any(rule.meta.group == BROKEN_LINK.meta.group for rule in rules)
        faults = tuple(self._link_faults(library, suspicion.questions, found)) if follows_links else ()
        corpus = corpus_of(tuple(library.all_whole(suspicion.by_ids)), suspicion.known_ids, faults)
        if any(rule.asks_graph for rule in rules):
            corpus = corpus._replace(unmentioned=self._unmentioned(library))
        for rule in rules:
            found += self._verdicts.judged(rule.meta, self._settings.config_path, rule.check, corpus)
        return found

    def _unmentioned(self, library: Library) -> tuple[str, ...]:
        from meminit.engine.graph import Graph  # noqa: PLC0415 - wanted by rules that are off unless configured

        numbers = Graph(library, self._tree, self._settings).unmentioned()
        return tuple(library.candidates[number].path for number in numbers)

    def _link_faults(self, library: Library, questions: Iterable[str], found: list[Finding]) -> Iterator[LinkFault]:
        """Follows links, once for all rules about them; a document where that fails costs itself alone."""
        judging = Judging(library, self._tree, self._settings.links)
        wrong = judging.wrong(questions)
        for each in judging.suspects(library.all_whole(suspects(library, wrong)), wrong):
            try:
                yield from judging.of(each)
            except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
                found += self._verdicts.crash(error, BROKEN_LINK.meta, each.document.path)
