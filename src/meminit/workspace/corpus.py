"""Asks the rules that need several documents, again in every run."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar, overload

from meminit.config.settings import Settings
from meminit.documents.tree import Tree
from meminit.linking.judging import Judging
from meminit.model.document import Document, KeptDocument
from meminit.model.finding import Finding
from meminit.model.link import LinkFault
from meminit.rules.broken_link import RULE as BROKEN_LINK
from meminit.rules.uncertain_link import RULE as UNCERTAIN_LINK
from meminit.screens import Screen, Suspects, links
from meminit.words import MOST_HINTS
from meminit.workspace.judging import Judge
from meminit.workspace.kept_links import Judged, KeptLinks, is_worth_it
from meminit.workspace.summaries import Summaries

Of = TypeVar("Of")
_GUESSES_OF_ONE = 3  # that one link may ask for: its path, the fragment, and that of the correction


class Knowing(NamedTuple):
    """What is known of links from earlier runs, and for how many of a document is said what was meant."""

    kept: KeptLinks | None = None
    hints: int = MOST_HINTS


class CorpusJudge:
    """Findings across documents are never cached; what is wrong with links may be, see `kept_links`.

    `screened` is what screens have found already.
    """

    def __init__(
        self,
        settings: Settings,
        tree: Tree,
        judge: Judge,
        summaries: Summaries,
        screened: Mapping[Screen, Suspects],
        knowing: Knowing,
    ) -> None:
        self._settings = settings
        self._judge = judge
        self._summaries = summaries
        self._suspects = dict(screened)
        self._shared = _Shared(settings, tree, judge, summaries, self._suspects_of, knowing)

    def findings(self, only: Collection[str] = ()) -> list[Finding]:
        """The findings of all rules across documents, or of those with these codes."""
        found: list[Finding] = []
        path = self._settings.config_path
        corpora: dict[Screen | None, _Corpus[KeptDocument]] = {}
        for rule in self._judge.summary_rules:
            is_asked = not only or rule.meta.code in only
            if is_asked and (rule.screen is None or self._suspects_of(rule.screen)):
                corpus = corpora.setdefault(rule.screen, self._kept_corpus(rule.screen))
                found += self._judge.of_rule(rule.meta, path, rule.check, corpus)
        whole = self._whole_corpus()
        for each in self._judge.corpus_rules:
            if not only or each.meta.code in only:
                found += self._judge.of_rule(each.meta, path, each.check, whole)
        return found + self._shared.crashed

    @property
    def uncertain(self) -> int:
        """How many of the links that were followed lead to what is not known."""
        return self._shared.uncertain

    @property
    def judged_links(self) -> Mapping[int, Judged] | None:
        """What is wrong with the links of documents, by number; None where that could not be found out."""
        return None if self._shared.crashed else self._shared.judged

    def _suspects_of(self, screen: Screen) -> Suspects:
        if screen not in self._suspects:
            self._suspects[screen] = screen(self._summaries)
        return self._suspects[screen]

    def _kept_corpus(self, screen: Screen | None) -> "_Corpus[KeptDocument]":
        summaries = self._summaries
        numbers = sorted(self._suspects_of(screen).documents) if screen else range(len(summaries.all))
        return _Corpus(self._shared, numbers, lambda some: tuple(summaries.kept(some)))

    def _whole_corpus(self) -> "_Corpus[Document]":
        summaries = self._summaries
        understood = [number for number, each in enumerate(summaries.all) if each.is_understood]
        return _Corpus(self._shared, understood, lambda some: _Whole(summaries, some))


class _Shared:
    """What is computed once for all rules, when the first one asks for it."""

    def __init__(
        self,
        settings: Settings,
        tree: Tree,
        judge: Judge,
        summaries: Summaries,
        suspects_of: Callable[[Screen], Suspects],
        knowing: Knowing,
    ) -> None:
        self._settings = settings
        self._tree = tree
        self._judge = judge
        self.summaries = summaries
        self._suspects_of = suspects_of
        self._kept_links, self._hints = knowing
        self.crashed: list[Finding] = []
        self.uncertain = 0
        self.judged: Mapping[int, Judged] = {}

    @cached_property
    def link_faults(self) -> tuple[LinkFault, ...]:
        return tuple(self._all_link_faults())

    def _all_link_faults(self) -> Iterator[LinkFault]:
        lookups, every = self._suspects_of(links).lookups, self.summaries.all
        kept = self._kept_links if self._kept_links and is_worth_it(len(lookups), len(every)) else None
        known: Mapping[int, Judged | None] = self.summaries.known_links
        if kept:
            known = {number: each for number, each in kept.known.items() if self._is_whole(each)}
        fresh = [number for number in range(len(every)) if number not in known]
        if known:
            lookups = lookups.intersection(each for number in fresh for each in every[number].all_lookups())
        judged = dict(self._judged(fresh, lookups))
        if kept and fresh and not self.crashed:
            told = {number: judged.get(number, Judged()) for number in fresh}
            kept.learn({number: each for number, each in told.items() if self._is_whole(each)})
        found = ((number, each) for number, each in {**known, **judged}.items() if each and any(each))
        self.judged = dict(sorted(found))
        for each in self.judged.values():
            self.uncertain += each.uncertain
            yield from each.faults

    def _is_whole(self, judged: Judged) -> bool:
        """Whether the faults of a document are the same with any number of hints."""
        return self._hints == MOST_HINTS or len(judged.faults) * _GUESSES_OF_ONE < MOST_HINTS

    def _judged(self, numbers: Sequence[int], lookups: Collection[str]) -> Iterator[tuple[int, Judged]]:
        """Follows these links of documents; a document in which that fails is left out."""
        if not lookups:
            return
        lists_uncertain = any(rule.meta.code == UNCERTAIN_LINK.meta.code for rule in self._judge.summary_rules)
        judging = Judging(
            self.summaries, self._tree, self._settings.links, lists_uncertain=lists_uncertain, hints=self._hints
        )
        wrong = judging.wrong(lookups)
        every, uncertain = self.summaries.all, judging.uncertain
        counts = {
            number: count for number in (numbers if uncertain else ())
            if (count := len(uncertain.intersection(every[number].all_lookups())))
        }  # fmt: skip
        asking = [number for number in (numbers if wrong else ()) if not wrong.isdisjoint(every[number].all_lookups())]
        for number, each in zip(
            asking, judging.suspects(self.summaries.linking(asking, frozenset(wrong)), wrong), strict=True
        ):
            try:
                faults = tuple(judging.of(each))
            except Exception as error:  # noqa: BLE001 - whatever it is, the run goes on
                self.crashed += self._judge.crash(error, BROKEN_LINK.meta, each.document.path)
            else:
                count = counts.pop(number, 0) + sum(fault.kind == "uncertain" for fault in faults)
                yield number, Judged(faults, count)
        yield from ((number, Judged(uncertain=count)) for number, count in counts.items())

    @cached_property
    def unmentioned(self) -> tuple[str, ...]:
        from meminit.workspace.graph import Graph  # noqa: PLC0415 - wanted by rules that are off by default

        numbers = Graph(self.summaries, self._tree, self._settings).unmentioned()
        return tuple(self.summaries.candidates[number].path for number in numbers)


class _Corpus(Generic[Of]):
    """See `rule.Corpus`. `view` makes documents of numbers."""

    def __init__(self, shared: _Shared, numbers: Sequence[int], view: Callable[[Sequence[int]], Sequence[Of]]) -> None:
        self._shared = shared
        self._numbers = numbers
        self._view = view

    @cached_property
    def documents(self) -> Sequence[Of]:
        return self._view(self._numbers)

    @cached_property
    def holders(self) -> Mapping[str, Sequence[Of]]:
        found: dict[str, list[int]] = {}
        for number in self._numbers:
            each = self._shared.summaries.all[number]
            if each.document_id and each.has_sound_id:
                found.setdefault(each.document_id, []).append(number)
        return {name: self._view(numbers) for name, numbers in found.items()}

    @property
    def known_ids(self) -> frozenset[str]:
        return self._shared.summaries.known_ids

    @property
    def link_faults(self) -> tuple[LinkFault, ...]:
        return self._shared.link_faults

    @property
    def unmentioned(self) -> tuple[str, ...]:
        return self._shared.unmentioned


class _Whole(Sequence[Document]):
    """Documents that are read when they are asked for, and not kept, since all together may take much memory."""

    def __init__(self, summaries: Summaries, numbers: Sequence[int]) -> None:
        self._summaries = summaries
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Document]:
        return self._summaries.whole(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Document: ...

    @overload
    def __getitem__(self, index: slice) -> "_Whole": ...

    def __getitem__(self, index: int | slice) -> "Document | _Whole":
        if isinstance(index, slice):
            return _Whole(self._summaries, self._numbers[index])
        return next(self._summaries.whole((self._numbers[index],)))
