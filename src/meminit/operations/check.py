"""Checks the governed documents of a repository: a run yields events, which are collected in an outcome."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from meminit.accepting.suppressing import WITHOUT_REASON, Suppressing
from meminit.config.settings import Settings
from meminit.documents.discover import UNLISTED
from meminit.model.event import Done, Event, Found, Progress
from meminit.model.finding import Finding, Problem, is_fixable
from meminit.model.outcome import Advice, Counters, Later, Outcome, divided
from meminit.operations import ungoverned
from meminit.operations.reporting import Tally, of_documents, started
from meminit.operations.selection import Selection, nearest_paths, one_of, selected
from meminit.words import LONGEST_MESSAGE, MOST_HINTS, counted, listed, shorten, shorten_all
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

if TYPE_CHECKING:
    from meminit.accepting.baseline import Entry
    from meminit.operations.sifting import Sifted


class Compared(NamedTuple):
    """What a check is compared with, as it was named: the files that differ, and those of them that changed.

    `before` gives what it has of such a file, under its old path if it was renamed; None for nothing.
    """

    ref: str
    differing: Collection[str]
    changed: Collection[str]
    before: Callable[[str], bytes | None]
    is_staged: bool


class Code(NamedTuple):
    """That code which documents cover is read: for its symbols, and to see whether it has changed.

    `base` is the commit that is checked, where it is not what stands now.
    """

    compared: Compared | None = None
    base: str = ""


class Check:
    """One check of the documents that paths name, or of all. It yields events while documents are being read.

    Without `code`, what documents say of code is judged only as far as files are there or not.
    """

    def __init__(
        self,
        run: Run,
        paths: tuple[str, ...] = (),
        *,
        strict: bool = False,
        suppress: bool = True,
        code: Code | None = None,
    ) -> None:
        self.run = run
        self.strict = strict
        self.advice: tuple[Advice, ...] = ()
        self._code = code
        self.suppressing = Suppressing() if suppress else None
        self._paths = paths

    @cached_property
    def wanted(self) -> Selection:
        """What the paths name; raises MeminitError where they name nothing, or where the configuration is invalid."""
        self.run.begin()
        workspace = self.run.workspace
        return selected(self._paths, workspace.root, workspace.settings, workspace.discovered)

    def events(self) -> Iterator[Event]:
        """Raises MeminitError before the first event if the check is not possible."""
        wanted, run, workspace = self.wanted, self.run, self.run.workspace
        total, tally = len(wanted.documents), Tally(strict=self.strict)
        yield started(run, total)
        is_whole = total == len(workspace.discovered.candidates)
        yield from of_documents(run, tally, self._kept, None if is_whole else wanted.documents)
        yield Progress("tree", total, total, tally.violations, tally.warnings)
        run.judging()
        broken = self._broken(wanted)
        places = ((each.path, each.problem) for each in workspace.discovered.surroundings if wanted.holds(each.path))
        around = run.observed(places)
        queue = run.observed(self._of_queue(wanted))
        found = [
            *(each for each in run.corpus_findings() if each.path in wanted.documents or _is_crash(each)),
            *around,
            *run.observed((*broken.items(), *of_arguments(wanted, workspace), *_unlisted(wanted, around))),
            *queue,
            *run.observed(self._of_blueprints(wanted)),
            *run.observed(self._of_drift(wanted)),
        ]
        found = self._kept_of_tree(found)
        found.sort(key=lambda each: each.path)
        ids = self._ids({each.path for each in found})
        for path, findings in groupby(found, key=lambda each: each.path):
            yield Found("tree", path, tuple(findings), ids.get(path))
        run.keep()
        looked_at = frozenset((*broken, *(each.path for each in (*around, *queue))))
        yield Done(looked_at, len(broken), tuple(run.crashes))

    def unique_ids(self) -> Mapping[str, str]:
        """The ids of documents by their paths, without those that several share."""
        return _unique_ids(self.run)

    def looks_at(self, path: str) -> bool:
        """Whether findings on this path are reported."""
        return self.wanted.holds(path) or path in self._named

    @cached_property
    def _named(self) -> frozenset[str]:
        return self.wanted.documents | {*self.wanted.outside, *self.wanted.missing}

    def of_stale(self, file: str, entries: "Iterable[Entry]") -> list[Finding]:
        """The findings of lines of a baseline that are no longer needed."""
        problems = (
            (file, Problem("BASELINE_STALE", {"known": each.code, "document": each.path}, each.line or None))
            for each in entries
        )
        return self.run.observed(problems)

    def _kept(self, number: int) -> list[Finding]:
        """The findings of a document that its author does not accept."""
        found, suppressions = self.run.findings_of(number), self.run.gathered[number].suppressions
        if self.suppressing is None or not suppressions:
            return found
        self.suppressing.note(self.run.workspace.discovered.candidates[number].path, suppressions)
        return self.suppressing.kept(found)

    def _kept_of_tree(self, found: list[Finding]) -> list[Finding]:
        """The same of those that depend on other documents, and what is wrong with the suppressions themselves."""
        run, suppressing = self.run, self.suppressing
        known = [each for each in zip(run.summaries.candidates, run.summaries.all, strict=True) if each[1].suppressions]
        if suppressing is None or not known:
            return found
        for candidate, summary in known:
            suppressing.note(candidate.path, summary.suppressions)
        kept, documents, settings = suppressing.kept(found), self.wanted.documents, run.workspace.settings
        if not suppressing.is_all_used():
            kept += run.observed(suppressing.problems(documents, run.judge.severity_of, run.judge.codes))
        if WITHOUT_REASON in settings.severities or settings.overrides:  # it is off by default
            kept += suppressing.kept(run.observed(suppressing.without_reason(documents)))
        return kept

    def _of_queue(self, wanted: Selection) -> Iterator[tuple[str, Problem]]:
        """What is wrong with the file of the work queue, where there is one."""
        workspace = self.run.workspace
        path = workspace.settings.queue_path
        if workspace.tree.sources.may_be_there(path) and wanted.holds(path):
            from meminit.operations.work_queue import problems  # noqa: PLC0415 - few repositories have such a file

            yield from problems(workspace.tree.sources, path, self.run.summaries.known_ids)

    def _of_blueprints(self, wanted: Selection) -> Iterator[tuple[str, Problem]]:
        """What is wrong with files that blueprints name, where there can be blueprints."""
        if self.run.workspace.settings.has_agents:
            from meminit.operations.blueprint_files import problems  # noqa: PLC0415 - few repositories have any

            yield from problems(self.run, wanted.documents)

    def _of_drift(self, wanted: Selection) -> Iterator[tuple[str, Problem]]:
        """What is to be said of what these documents cover, and of when they were last changed."""
        every = self.run.summaries.all
        if any(each.covers for each in every):
            from meminit.operations.drift import Drift  # noqa: PLC0415 - few repositories have such documents

            yield from Drift(self.run, wanted.documents, self._code).problems()
        if self._code and any(each.updated for each in every):
            from meminit.operations.last_updated import LastUpdated  # noqa: PLC0415 - its rule is off by default

            dated = LastUpdated(self.run, wanted.documents, self._code)
            yield from dated.problems()
            self.advice = dated.advice

    def _ids(self, paths: set[str]) -> Mapping[str, str]:
        summaries = self.run.summaries
        pairs = zip(summaries.candidates, summaries.all, strict=True) if paths else ()
        return {each.path: known.document_id for each, known in pairs if known.document_id and each.path in paths}

    def _broken(self, wanted: Selection) -> Mapping[str, Problem]:
        """The broken schemas; where paths are given, those that govern a document among them."""
        workspace = self.run.workspace
        broken = workspace.broken_schemas
        if not broken or not self._paths:
            return broken
        used, schemas = set(), workspace.schemas
        for candidate in workspace.discovered.candidates:
            if candidate.path in wanted.documents:
                type_name = self.run.reader.metadata(candidate).text("type")
                used.add(schemas.paths.get(candidate.namespace))
                used.add(schemas.type_paths.get((candidate.namespace, type_name.written)) if type_name else None)
        return {path: problem for path, problem in broken.items() if path in used}


def outcome(check: Check, events: Iterable[Event], sifted: "Sifted | None" = None) -> Outcome:
    """Collects the events of a check, or what is left of them."""
    found: list[Finding] = []
    ids: dict[str, str] = {}
    done = Done()
    for event in events:
        if isinstance(event, Found):
            found += event.findings
            if event.document_id:
                ids[event.path] = event.document_id
        elif isinstance(event, Done):
            done = event
    wanted, settings = sifted.selection if sifted else check.wanted, check.run.workspace.settings
    suppressed = check.suppressing.in_order() if check.suppressing else ()
    check.run.reporting()
    violations, warnings = divided(found, strict=check.strict)
    looked_at = {*wanted.documents, *wanted.outside, *wanted.missing, *wanted.unlisted, *done.besides}
    wrong = {each.path for each in violations}
    return Outcome(
        command="check",
        violations=violations,
        warnings=warnings,
        advice=_advice((*violations, *warnings), wanted, settings, _of_the_rest(check)),
        document_ids={path: document_id for path, document_id in ids.items() if path in wrong},
        crashes=done.crashes,
        suppressed=tuple(each for each in suppressed if sifted is None or each.finding.path in wanted.documents),
        unique_ids=Later(check.unique_ids),
        counters=_counters(violations, warnings, wanted, done.broken_schemas, len(looked_at)),
    )


def _unique_ids(run: Run) -> Mapping[str, str]:
    summaries = run.summaries
    counts = Counter(each.document_id for each in summaries.all)
    pairs = zip(summaries.candidates, summaries.all, strict=True)
    return {
        each.path: known.document_id for each, known in pairs if known.document_id and counts[known.document_id] == 1
    }


def _is_crash(finding: Finding) -> bool:
    """A rule across documents that crashed may have missed findings of any document, so every check reports it."""
    return finding.code == "RULE_CRASHED"


def of_arguments(wanted: Selection, workspace: Workspace) -> Iterator[tuple[str, Problem]]:
    """What is wrong with the paths that were named, whatever stands in their files."""
    roots = listed(sorted(namespace.root or "." for namespace in workspace.settings.namespaces))
    for path in wanted.outside:
        yield path, Problem("OUTSIDE_DOCS_ROOT", {"roots": roots})
    for number, path in enumerate(wanted.missing):
        known = (each.path for each in workspace.discovered.candidates) if number < MOST_HINTS else ()
        yield path, Problem("FILE_NOT_FOUND", {"path": path, "hint": one_of(nearest_paths(path, known))})


def _unlisted(wanted: Selection, around: Iterable[Finding]) -> Iterator[tuple[str, Problem]]:
    """Folders below the arguments that cannot be listed, without those that are reported already."""
    reported = {each.path for each in around}
    yield from (
        (path, Problem("FILE_UNREADABLE", {"problem": UNLISTED})) for path in wanted.unlisted if path not in reported
    )


def _counters(
    violations: tuple[Finding, ...], warnings: tuple[Finding, ...], wanted: Selection, schemas: int, looked_at: int
) -> Counters:
    failed = {each.path for each in violations} & wanted.documents
    return Counters(
        files_checked=len(wanted.documents),
        files_passed=len(wanted.documents) - len(failed),
        files_failed=len(failed),
        missing_paths_count=len(wanted.missing),
        schema_failures_count=schemas,
        warnings_count=len(warnings),
        violations_count=len(violations),
        files_with_warnings=len({each.path for each in warnings}),
        files_outside_docs_root_count=len(wanted.outside),
        checked_paths_count=looked_at,
    )


def _of_the_rest(check: Check) -> Iterable[Advice]:
    """What git could not tell, and where everything was to be checked, what is to be said of ungoverned Markdown."""
    if () not in check.wanted.folders:
        return check.advice
    advice = ungoverned.advice(check.run.workspace, len(check.run.workspace.discovered.candidates))
    return (*check.advice, advice) if advice else check.advice


def _advice(
    found: tuple[Finding, ...], wanted: Selection, settings: Settings, rest: Iterable[Advice]
) -> tuple[Advice, ...]:
    """One for each code, not for each finding: how many there are, how many can be fixed, and what helps."""
    fixable = Counter(each.code for each in found if is_fixable(each))
    advice = [
        *settings.advice,
        *rest,
        *(_for_code(code, count, fixable[code]) for code, count in Counter(each.code for each in found).items()),
    ]
    advice += nothing_to_check(wanted)
    shortened = [
        Advice(each.code, shorten(each.message, LONGEST_MESSAGE), shorten_all(each.details)) for each in advice
    ]
    return tuple(sorted(shortened, key=lambda each: (each.code, each.message)))


def nothing_to_check(wanted: Selection) -> Iterator[Advice]:
    if wanted.idle:
        message = f"nothing is governed in {listed(wanted.idle)}: excluded, ignored, not Markdown, or without documents"
        yield Advice("NOTHING_TO_CHECK", message, {"paths": list(wanted.idle)})


def _for_code(code: str, count: int, fixable: int) -> Advice:
    command = f"meminit explain {code}"
    return Advice(
        code,
        f"{counted(count, 'finding')} of {code}; `{command}` shows what it means and what to do",
        {"count": count, "fixable": fixable, "command": command},
    )
