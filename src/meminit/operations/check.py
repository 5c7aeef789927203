"""Checks the governed documents of a repository: a run yields events, which are collected in an outcome."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from meminit.accepting.baseline import Entry
from meminit.accepting.suppressing import WITHOUT_REASON, Suppressing
from meminit.config.find import Repository
from meminit.config.settings import Settings
from meminit.documents.discover import UNLISTED
from meminit.model.event import Done, Event, Found, Listener, Progress
from meminit.model.finding import Finding, Problem, Statistic, is_fixable, statistics
from meminit.model.outcome import Advice, Counters, Data, Grounds, Later, Outcome, Text, divided, made
from meminit.model.suppression import Suppressed
from meminit.operations import ungoverned
from meminit.operations.cache import retried
from meminit.operations.reporting import Tally, of_documents, reported, started
from meminit.operations.selection import Selection, nearest_paths, one_of, selected
from meminit.stages import Stages
from meminit.words import LONGEST_MESSAGE, MOST_HINTS, counted, listed, shorten, shorten_all
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

if TYPE_CHECKING:
    from meminit.operations.accepted import Baseline
    from meminit.operations.sifting import Sifted
    from meminit.operations.since import Comparison


class Request(NamedTuple):
    """What a check is to look at, and what it is to give."""

    paths: tuple[str, ...] = ()
    strict: bool = False
    statistics: bool = False
    suppress: bool = True
    show_suppressed: bool = False
    baseline: str | None = None  # a file, or "" for the one of the configuration
    baseline_from: str | None = None  # a commit
    strict_baseline: bool = False
    since: str | None = None  # a revision
    staged: bool = False
    new_only: bool = False

    @property
    def compares(self) -> bool:
        return self.staged or self.since is not None


def run(
    repository: Repository, request: Request, *, effort: Effort, stages: Stages, listener: Listener | None = None
) -> Outcome:
    """Checks the documents that the paths name, or all."""

    def work(chosen: Effort) -> Outcome:
        workspace = Workspace(repository, chosen)
        comparison = _comparison(workspace, request, stages) if request.compares else None
        run = Run(comparison.now if comparison else workspace, stages)
        check = Check(run, request.paths, strict=request.strict, suppress=request.suppress, with_code=True)
        sifted = _sifted(check, request, comparison) if comparison or request.baseline is not None else None
        events = reported(sifted.events() if sifted else check.events(), listener, run, repeats=chosen.uses_cache)
        checked = _with_data(request, outcome(check, events, sifted))
        checked = _with_told(checked, sifted, comparison) if sifted else checked
        return _with_grounds(checked, request, run.workspace, sifted)

    return retried(effort, work)


def _with_grounds(checked: Outcome, request: Request, workspace: Workspace, sifted: "Sifted | None") -> Outcome:
    """The outcome with all that decided about it, where that is known: not where git was asked, or a schema is broken.

    What is new in a request has to be thought of here before its answers are kept.
    """
    plain = request._replace(
        strict=False, statistics=False, suppress=True, show_suppressed=False, baseline=None, strict_baseline=False
    )
    if plain != Request() or not workspace.keeps or workspace.broken_schemas or checked.crashes:
        return checked
    if not workspace.tree.sources.is_all_noted:
        return checked

    def grounds() -> Grounds:
        paths = {each.path for each in (*checked.violations, *checked.warnings)}  # whose lines some formats show
        others = paths.difference(each.path for each in workspace.discovered.candidates)
        prefix, baseline = workspace.tree.sources.prefix, [sifted.file] if sifted else []
        return workspace.grounds([*(prefix + path for path in others), *baseline])

    return checked._replace(grounds=grounds)


def _comparison(workspace: Workspace, request: Request, stages: Stages) -> "Comparison":
    from meminit.operations.since import Comparison, Wish  # noqa: PLC0415 - few checks ask git

    return Comparison(workspace, Wish(None if request.staged else request.since, request.new_only), stages)


def _sifted(check: "Check", request: Request, comparison: "Comparison | None") -> "Sifted":
    from meminit.operations.sifting import Sifted  # noqa: PLC0415 - few checks leave findings out

    _ = check.wanted  # nothing is read where the paths are wrong
    baseline = _baseline(check, request) if request.baseline is not None else None
    return Sifted(check, comparison, baseline, strict=request.strict_baseline)


def _baseline(check: "Check", request: Request) -> "Baseline":
    from meminit.operations.accepted import chosen_baseline  # noqa: PLC0415 - as above

    workspace = check.run.workspace
    usual = workspace.settings.project.baseline_path
    return chosen_baseline(workspace.root, usual, request.baseline or "", request.baseline_from)


def _with_told(checked: Outcome, sifted: "Sifted", comparison: "Comparison | None") -> Outcome:
    """The outcome with what became of the findings that are left out."""
    known: Data = made(checked.data)
    advice = tuple(sorted((*checked.advice, *sifted.advice()), key=lambda each: (each.code, each.message)))
    told = checked._replace(
        data={**known, **sifted.data()},
        advice=advice,
        known=sifted.known,
        baseline=sifted.baseline,
        unreported=sifted.unreported,
    )
    if comparison is None:
        return told
    view = (*made(checked.view), Text((comparison.told(),)))
    return told._replace(view=view, text_of=comparison.text_of)


def _with_data(request: Request, checked: Outcome) -> Outcome:
    """The outcome with what options ask for besides."""
    data: dict[str, object] = {}
    rows = statistics((*checked.violations, *checked.warnings)) if request.statistics else []
    if request.statistics:
        data["statistics"] = list(map(_row, rows))
    if request.show_suppressed:
        data["suppressed"] = [_taken(each) for each in checked.suppressed]
    view = tuple(map(_shown, checked.suppressed)) if request.show_suppressed else ()
    return checked._replace(data=data, statistics=tuple(rows), view=(Text(view),)) if data else checked


def _shown(suppressed: Suppressed) -> str:
    finding = suppressed.finding
    place = finding.path if finding.line is None else f"{finding.path}:{finding.line}"
    return f"suppressed {place} {finding.code}: {suppressed.reason or 'without a reason'}"


def _taken(suppressed: Suppressed) -> Mapping[str, object]:
    finding = suppressed.finding
    line = {} if finding.line is None else {"line": finding.line}
    return {"code": finding.code, "path": finding.path, **line, "reason": suppressed.reason}


def _row(row: Statistic) -> Mapping[str, object]:
    return {"code": row.code, "count": row.findings, "fixable": row.fixable, "files": row.files}


class Check:
    """One check of the documents that paths name, or of all. It yields events while documents are being read.

    `with_code` says that code which documents cover is read: for its symbols, and to see whether it has changed.
    """

    def __init__(
        self,
        run: Run,
        paths: tuple[str, ...] = (),
        *,
        strict: bool = False,
        suppress: bool = True,
        with_code: bool = False,
    ) -> None:
        self.run = run
        self.strict = strict
        self._with_code = with_code
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
            *run.observed((*broken.items(), *_of_arguments(wanted, workspace), *_unlisted(wanted, around))),
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

    def of_stale(self, file: str, entries: Iterable[Entry]) -> list[Finding]:
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
        """What is to be said of what these documents cover, where any covers something."""
        if any(each.covers for each in self.run.summaries.all):
            from meminit.operations.drift import Drift  # noqa: PLC0415 - few repositories have such documents

            yield from Drift(self.run, wanted.documents, with_code=self._with_code).problems()

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


def _of_arguments(wanted: Selection, workspace: Workspace) -> Iterator[tuple[str, Problem]]:
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
    """What is to be said of Markdown that is not governed, where everything was to be checked."""
    if () not in check.wanted.folders:
        return ()
    advice = ungoverned.advice(check.run.workspace, len(check.run.workspace.discovered.candidates))
    return (advice,) if advice else ()


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
    if wanted.idle:
        message = f"nothing is governed in {listed(wanted.idle)}: excluded, ignored, not Markdown, or without documents"
        advice.append(Advice("NOTHING_TO_CHECK", message, {"paths": list(wanted.idle)}))
    shortened = [
        Advice(each.code, shorten(each.message, LONGEST_MESSAGE), shorten_all(each.details)) for each in advice
    ]
    return tuple(sorted(shortened, key=lambda each: (each.code, each.message)))


def _for_code(code: str, count: int, fixable: int) -> Advice:
    command = f"meminit explain {code}"
    return Advice(
        code,
        f"{counted(count, 'finding')} of {code}; `{command}` shows what it means and what to do",
        {"count": count, "fixable": fixable, "command": command},
    )
