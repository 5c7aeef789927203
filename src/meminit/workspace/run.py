"""One run over a workspace: a summary of each document, findings, and the summaries for the next run.

It needs neither the main thread nor signals. Where there are other threads, it does all work in this process.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from meminit import as_json
from meminit.cache.inputs import Input, are_alike, as_read, inputs
from meminit.documents.discover import Candidate
from meminit.model.finding import Finding, Problem
from meminit.model.summary import Summary
from meminit.screens import Demands, Suspects, named
from meminit.stages import Stages
from meminit.words import counted
from meminit.workspace.summaries import Gathering, Summaries
from meminit.workspace.workspace import Workspace

if TYPE_CHECKING:
    from meminit.model.document import Document, Placed
    from meminit.workspace.carried_over import KnownLinks
    from meminit.workspace.judging import Judge
    from meminit.workspace.kept_links import Judged, KeptLinks
    from meminit.workspace.reading import Reader

_MANY = 200  # links that need a look, for it to be worth while to know which of them a change affects


class Run:
    """`with_rows` says that documents will be printed from their summaries.

    `carried_over` gives what is known of links, see there.
    """

    def __init__(
        self,
        workspace: Workspace,
        stages: Stages,
        *,
        with_rows: bool = False,
        carried_over: "Callable[[Run], KnownLinks] | None" = None,
    ) -> None:
        self.workspace = workspace
        self._stages = stages
        self._with_rows = with_rows
        self._carried_over = carried_over
        self.uncertain = 0  # links whose targets are not known
        self.judged_links: Mapping[int, Judged] | None = None  # what is wrong with those of documents, once it is known
        self.has_many_links = False
        self.crashes: list[Exception] = []  # exceptions of rules

    def begin(self) -> None:
        """Reads the configuration and finds the documents; raises MeminitError for an invalid configuration."""
        self._stages.begin("settings")
        _ = self.workspace.settings
        self._stages.begin("discover")
        _ = self.workspace.discovered
        _ = self.workspace.is_vouched_for

    @cached_property
    def judge(self) -> "Judge":
        from meminit.workspace.judging import Judge  # noqa: PLC0415 - imports all rules

        return Judge(self.workspace.settings, self.crashes)

    @cached_property
    def reader(self) -> "Reader":
        from meminit.workspace.reading import Reader  # noqa: PLC0415 - imports all parsers

        workspace = self.workspace
        keeps = workspace.keeps
        with_rows = self._with_rows or (keeps and not workspace.overlay)  # what is kept serves every command
        return Reader(
            workspace.settings, workspace.governing, workspace.tree, self.judge, keeps=keeps, with_rows=with_rows
        )

    @property
    def has_gathered(self) -> bool:
        """Whether the summaries were asked for."""
        return "_gathering" in self.__dict__

    def judging(self) -> None:
        self._stages.begin("judge")

    def reporting(self) -> None:
        self._stages.begin("report")

    @property
    def gathered(self) -> Sequence[Summary]:
        """The summaries that are there by now, by number."""
        return self._gathering.summaries

    @property
    def missing(self) -> Sequence[int]:
        """The documents that have to be read, by number."""
        return self._gathering.missing

    def findings_of(self, number: int) -> list[Finding]:
        """The findings of a document by itself, once its summary is there."""
        from meminit.workspace.summarizing import findings  # noqa: PLC0415 - seldom wanted

        return findings(self.gathered[number], self._candidates[number].path)

    def arriving(self) -> Iterator[range]:
        """The numbers of documents once their summaries are there, in the order of paths, while others are read."""
        self._stages.begin("read")
        gathering = self._gathering
        self._stages.note(f"{len(gathering.summaries)} documents, {len(gathering.missing)} of them read")
        waiting, begun = deque(gathering.missing), 0
        there: set[int] = set()
        for number in gathering.arriving():
            there.add(number)
            if number == waiting[0]:
                while waiting and waiting[0] in there:
                    there.discard(waiting.popleft())
                end = waiting[0] if waiting else len(gathering.summaries)
                yield range(begun, end)
                begun = end
        if begun < len(gathering.summaries):
            yield range(begun, len(gathering.summaries))
        self._has_all = True

    @cached_property
    def summaries(self) -> Summaries:
        """Waits until all are there."""
        if not self._has_all:
            for _ in self.arriving():
                pass
        gathering = self._gathering
        return Summaries(self._candidates, gathering.summaries, self._kept_fields, _Rereading(self, gathering))

    _has_all = False

    @cached_property
    def _gathering(self) -> Gathering:
        workspace, candidates = self.workspace, self._candidates
        states = workspace.states(candidates) if workspace.store else [None] * len(candidates)
        found: list[Summary | None] = [None] * len(candidates)
        if workspace.remembers:
            found = workspace.remembered([each.file for each in candidates])
            found = [each if each and each.row else None for each in found] if self._with_rows else found
        if workspace.store and None in found:
            cached = workspace.store.fresh([each.file for each in candidates], states)
            found = [one or other for one, other in zip(found, cached, strict=True)] if workspace.remembers else cached
        return Gathering(
            lambda: self.reader, candidates, states, found, workspace.store, workspace.effort.jobs, workspace.sizes
        )

    @property
    def _candidates(self) -> Sequence[Candidate]:
        return self.workspace.discovered.candidates

    def _kept_fields(self) -> Collection[str]:
        from meminit.workspace.summarizing import kept_fields  # noqa: PLC0415 - wanted where something is suspicious

        return kept_fields(self.workspace.settings, self.judge.kept_fields)

    def corpus_findings(self, only: Collection[str] = ()) -> list[Finding]:
        """The findings of rules across documents, or of those with these codes.

        Where the screens of all of them find nothing, the rules are not even loaded.
        """
        if self._carried_over:
            self.summaries.known_links = self._carried_over(self)
        screened: dict[str, Suspects] = {name: named(name)(self.summaries) for name in self._demands.screens}
        self.has_many_links = sum(len(each.lookups) for each in screened.values()) >= _MANY
        if not self._demands.always and not any(screened.values()):
            self.judged_links = {}
            return []
        from meminit.workspace.corpus import CorpusJudge, Knowing  # noqa: PLC0415 - wanted only where something is suspicious

        by_screen = {named(name): suspects for name, suspects in screened.items()}
        workspace = self.workspace
        kept = self._kept_links if workspace.keeps and not workspace.overlay else None
        knowing = Knowing(kept, workspace.effort.hints)
        judge = CorpusJudge(workspace.settings, workspace.tree, self.judge, self.summaries, by_screen, knowing)
        found = judge.findings(only)
        self.uncertain, self.judged_links = judge.uncertain, judge.judged_links
        if judge.uncertain:
            self._stages.note(f"{counted(judge.uncertain, 'link')} whose targets are not known")
        return found + self._found_later()

    @property
    def is_repeatable(self) -> bool:
        """Whether every finding follows from files: not where a file was unreadable, replaced, or memory was short."""
        gathering = self._gathering
        if gathering.found_later:
            return False
        if all(each.digest for each in gathering.summaries):  # as nearly always
            return True
        pairs = zip(self._candidates, gathering.summaries, strict=True)
        return all(summary.digest or candidate.problem for candidate, summary in pairs)

    def _found_later(self) -> list[Finding]:
        """What was found when documents were read a second time."""
        from meminit.workspace.summarizing import findings  # noqa: PLC0415 - as above

        later = self._gathering.found_later
        return [each for number in later for each in findings(later[number], self._candidates[number].path)]

    @cached_property
    def _kept_links(self) -> "KeptLinks":
        from meminit.workspace.kept_links import KeptLinks  # noqa: PLC0415 - as above

        workspace, store = self.workspace, self.workspace.store
        assert store  # noqa: S101 - a workspace that keeps has one
        return KeptLinks(store.path, self._about_links, self.summaries, workspace.tree, workspace.began)

    def _about_links(self) -> bytes:
        """What decides about links and is no path: the settings, the tool, and the schemas, which make fields links."""
        store = self.workspace.store
        assert store  # noqa: S101 - as above
        return as_json.written([*store.about, sorted((each.path, each.digest) for each in self._deciding())])

    def _deciding(self) -> Sequence[Input]:
        """The other files on which summaries depend, as they were read."""
        workspace = self.workspace
        if workspace.has_loaded_schemas or not workspace.store:
            return as_read(workspace.deciding_files)
        return workspace.store.inputs

    @cached_property
    def _demands(self) -> Demands:
        known = None if "judge" in self.__dict__ else self.workspace.demands
        return known or self.judge.demands()

    def observed(self, problems: Iterable[tuple[str, Problem]]) -> list[Finding]:
        """The findings of things seen outside any document, by their paths."""
        return [finding for path, problem in problems for finding in self.judge.observed(path, (problem,))]

    def replace_rows(self, rows: Mapping[int, bytes]) -> None:
        """Replaces the rows of documents, by number, for the next run."""
        self._gathering.replace_rows(rows)

    def keep(self) -> None:
        """Keeps the summaries for the next run, unless a schema is broken, which every run has to report.

        They are cached only if nothing that they depend on, such as schemas, has changed since it was read.
        """
        self._stages.begin("keep")
        workspace, gathering = self.workspace, self._gathering
        files = [each.file for each in self._candidates]
        store = workspace.store
        if not workspace.is_apart:
            workspace.remember(zip(files, gathering.summaries, strict=True))
        if store is None or not workspace.keeps or workspace.broken_schemas:
            return
        if "_kept_links" in self.__dict__ and not gathering.found_later:
            self._kept_links.keep()
        if workspace.is_apart:  # what it depends on is part of the key
            if gathering.renewed:
                store.save(gathering.made(), set(files), ())
        elif gathering.renewed or store.is_borrowed or store.count != len(gathering.summaries):
            read = self._deciding()
            after = inputs(workspace.root, [each.path for each in read], workspace.began)
            if are_alike(read, after) and (not workspace.is_vouched_for or are_alike(read, store.inputs)):
                store.demands = self._demands
                store.save(gathering.made(), set(files), after)


class _Rereading:
    """See `summaries.Rereading`."""

    def __init__(self, run: Run, gathering: Gathering) -> None:
        self._run = run
        self._gathering = gathering

    def add_details(self, numbers: Sequence[int], lookups: frozenset[str] | None = None) -> None:
        self._gathering.add_details(numbers, lookups)

    def placed(self, candidate: Candidate) -> "Placed":
        return self._run.reader.placed(candidate)

    def whole(self, candidates: Iterable[Candidate]) -> "Iterator[Document | None]":
        return self._run.reader.whole(candidates)
