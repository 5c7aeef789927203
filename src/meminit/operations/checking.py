"""One `meminit check`: what was asked for, what it is compared with, and what it reports besides findings."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from meminit.config.find import Repository
from meminit.model.event import Listener
from meminit.model.finding import Statistic, statistics
from meminit.model.outcome import Data, Grounds, Outcome, Text, made
from meminit.model.suppression import Suppressed
from meminit.operations.cache import retried
from meminit.operations.check import Check, Code, outcome
from meminit.operations.reporting import reported
from meminit.stages import Stages
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
        code = Code(comparison.compared() if comparison else None)
        check = Check(run, request.paths, strict=request.strict, suppress=request.suppress, code=code)
        sifted = _sifted(check, request, comparison) if comparison or request.baseline is not None else None
        events = reported(sifted.events() if sifted else check.events(), listener, run, repeats=chosen.uses_cache)
        checked = _with_data(request, outcome(check, events, sifted))
        checked = _with_told(checked, sifted, comparison) if sifted else checked
        return _with_grounds(checked, request, run, sifted)

    return retried(effort, work)


def _with_grounds(checked: Outcome, request: Request, run: Run, sifted: "Sifted | None") -> Outcome:
    """The outcome with all that decided about it, where that is known: not where git was asked, or a schema is broken.

    What is new in a request has to be thought of here before its answers are kept.
    """
    plain = request._replace(
        strict=False, statistics=False, suppress=True, show_suppressed=False, baseline=None, strict_baseline=False
    )
    workspace = run.workspace
    if plain != Request() or not workspace.keeps or workspace.broken_schemas or checked.crashes:
        return checked
    if not workspace.tree.sources.is_all_noted or not run.is_repeatable:
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
