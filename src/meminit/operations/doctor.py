"""Finds faults of the configuration, the schemas and the environment, and says how to correct them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from meminit.config.complaint import LineOf
from meminit.config.find import Repository
from meminit.config.load import as_written, shadowed
from meminit.config.written import written
from meminit.diagnoses import DIAGNOSES
from meminit.diagnosis import Level, Meta, OfEnvironment, OfRepository, Sign
from meminit.faults import CONFIG_INVALID, MeminitError
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Advice, Outcome, Text, divided
from meminit.operations.cache import retried
from meminit.operations.facts import environment, facts
from meminit.sources import gate, json_text
from meminit.stages import Stages
from meminit.words import as_message, counted, escape_unencodable
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

_REPOSITORY = "."  # the path of a finding that is not about a file
_ORDER = (Level.ERROR, Level.WARNING, Level.INFO)
_STATUS = {Level.ERROR: "error", Level.WARNING: "warn", Level.INFO: "ok"}


class Issue(NamedTuple):
    level: Level
    code: str
    message: str
    file: str | None
    line: int | None
    remedy: str


class Report(NamedTuple):
    """The issues, and a description of what was examined."""

    issues: tuple[Issue, ...]
    subject: str
    crashes: tuple[Exception, ...] = ()


def run(repository: Repository, *, strict: bool, effort: Effort, stages: Stages) -> Outcome:
    def work(chosen: Effort) -> Outcome:
        try:
            report = _examined(repository, chosen, stages)
        except MeminitError as error:
            if error.fault is not CONFIG_INVALID:
                raise
            report = Report((*_of_config(error), *_of_advice(shadowed(repository))), "")
        every = {*report.issues, *_of_environment(repository, chosen)}
        return _outcome(report._replace(issues=tuple(sorted(every, key=_order))), strict=strict)

    return retried(effort, work)


def _examined(repository: Repository, effort: Effort, stages: Stages) -> Report:
    workspace = Workspace(repository, effort)
    run = Run(workspace, stages, with_rows=True)
    run.begin()
    stages.begin("diagnose")
    config, settings = as_written(repository), workspace.settings
    known = facts(run, written(config, settings))
    places = _Places(repository.root, settings.config_path, config.lines)
    issues = [
        *_of_advice(settings.advice),
        *_of_findings(run),
        *(
            places.issue(each.meta, sign)
            for each in DIAGNOSES
            if isinstance(each, OfRepository)
            for sign in each.find(known)
        ),
    ]
    if run.has_gathered:
        run.keep()
    count = counted(len(workspace.discovered.candidates), "document")
    subject = f"{count} in {counted(len(known.governed), 'namespace')}"
    return Report(tuple(issues), subject, tuple(run.crashes))


class _Places:
    """Finds the lines of keys, reading each file once."""

    def __init__(self, root: str, config_path: str, lines: Callable[[], LineOf]) -> None:
        self._root = root
        self._config_path = config_path
        self._lines = lines
        self._texts: dict[str, str] = {}

    @cached_property
    def _line_of(self) -> LineOf:
        return self._lines()

    def issue(self, meta: Meta, sign: Sign) -> Issue:
        file, line = sign.path, sign.line
        if file is None and sign.key is not None:
            file, line = self._config_path, self._line_of(sign.key)
        elif file is not None and sign.key is not None:
            line = json_text.line_of(self._text(file), sign.key)
        return _issue(meta, sign.context, file, line)

    def _text(self, path: str) -> str:
        """The text of a schema; it was read before, but may have changed since."""
        if path not in self._texts:
            try:
                self._texts[path] = gate.decode(gate.read_inside(self._root, path, 1 << 30))
            except (gate.SourceError, gate.BadEncoding):
                self._texts[path] = "{}"
        return self._texts[path]


def _issue(meta: Meta, context: Mapping[str, object], file: str | None = None, line: int | None = None) -> Issue:
    message, remedy = meta.message.format_map(context), meta.remedy.format_map(context)
    return Issue(
        meta.level, meta.code, as_message(message), escape_unencodable(file) if file else None, line, as_message(remedy)
    )


def _of_environment(repository: Repository, effort: Effort) -> Iterator[Issue]:
    known = environment(repository.root, effort)
    for each in DIAGNOSES:
        if isinstance(each, OfEnvironment):
            yield from (_issue(each.meta, sign.context) for sign in each.find(known))


def _of_config(error: MeminitError) -> Iterator[Issue]:
    """The faults of a configuration that cannot be used."""
    details: Mapping[str, Any] = error.details
    code, remedy = error.fault.code, error.fault.remedy
    path, line, problems = (details.get(key) for key in ("path", "line", "problems"))
    if not isinstance(problems, list):
        message = error.message.removeprefix(f"{path}:{line}: ").removeprefix(f"{path}: ")
        problems = [{"message": message, "line": line}]
    for each in problems:
        yield Issue(Level.ERROR, code, as_message(each["message"]), path, each.get("line"), remedy)


def _of_advice(advice: Iterable[Advice]) -> Iterator[Issue]:
    for each in advice:
        path = each.details.get("path")
        file = str(path) if path else None
        yield Issue(Level.WARNING, each.code, as_message(each.message), file, None, _remedy(each.code))


def _of_findings(run: Run) -> Iterator[Issue]:
    """The findings that a check has of roots, folders and schemas."""
    workspace = run.workspace
    surroundings = [(each.path, each.problem) for each in workspace.discovered.surroundings]
    problems = [*surroundings, *workspace.broken_schemas.items()]
    for each in run.observed(problems) if problems else ():
        yield Issue(Level(each.severity), each.code, each.message, each.path, each.line, _remedy(each.code))


def _remedy(code: str) -> str:
    from meminit.catalogue import catalogue  # noqa: PLC0415 - reads all manual pages

    return as_message(catalogue()[code].remedy)


def _order(issue: Issue) -> tuple[int, str, int, str, str]:
    return _ORDER.index(issue.level), issue.file or "", issue.line or 0, issue.code, issue.message


def _outcome(report: Report, *, strict: bool) -> Outcome:
    issues = report.issues
    judged = [_finding(each) for each in issues if each.level is not Level.INFO]
    violations, warnings = divided(judged, strict=strict)
    data = {"issues": [_data(each) for each in issues], "status": _STATUS[issues[0].level] if issues else "ok"}
    return Outcome(
        "doctor",
        data,
        violations,
        warnings,
        view=(Text(tuple(_lines(report))),),
        crashes=report.crashes,
        is_viewed=True,
    )


def _finding(issue: Issue) -> Finding:
    return Finding(issue.file or _REPOSITORY, issue.code, Severity(issue.level), issue.message, issue.line)


def _data(issue: Issue) -> dict[str, object]:
    values = {
        "severity": issue.level,
        "rule": issue.code,
        "file": issue.file,
        "line": issue.line,
        "message": issue.message,
        "remedy": issue.remedy,
    }
    return {name: value for name, value in values.items() if value is not None}


def _lines(report: Report) -> Iterator[str]:
    if not report.issues:
        yield f"No issues: {report.subject}."
        return
    for remedy, issues in groupby(report.issues, key=lambda each: each.remedy):
        yield from (_shown(each) for each in issues)
        yield f"  help: {remedy}"
    numbers = [sum(each.level is level for each in report.issues) for level in _ORDER]
    nouns = ("error", "warning", "note")
    counts = ", ".join(counted(count, noun) for count, noun in zip(numbers, nouns, strict=True) if count)
    yield from ("", f"{counts}; `meminit explain CODE` shows more")


def _shown(issue: Issue) -> str:
    place = ":".join(str(part) for part in (issue.file, issue.line) if part is not None)
    return f"{place} {issue.code} {issue.level}: {issue.message}".lstrip()
