"""Checks the governed documents of a repository."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from meminit.config.find import Repository
from meminit.config.settings import Settings
from meminit.documents.discover import UNLISTED
from meminit.model.finding import Finding, Problem
from meminit.model.outcome import Advice, Counters, Outcome, divided
from meminit.operations import targets
from meminit.operations.retrying import careful
from meminit.operations.targets import Targets
from meminit.stages import Stages
from meminit.words import LONGEST_MESSAGE, bounded, counted, listed, shorten
from meminit.workspace.session import Effort, Session
from meminit.workspace.summaries import Library


def run(repository: Repository, paths: tuple[str, ...], *, strict: bool, effort: Effort, stages: Stages) -> Outcome:
    """Checks the documents that the paths name, or all of them."""

    def work(chosen: Effort) -> Outcome:
        return of_session(Session(repository, chosen, stages), paths, strict=strict, stages=stages)

    return careful(effort, work)


def of_session(session: Session, paths: tuple[str, ...], *, strict: bool, stages: Stages) -> Outcome:
    settings, discovered = session.settings, session.discovered
    wanted = targets.of(paths, session.root, settings, discovered)
    library = session.gather()
    stages.begin("judge")
    broken = _reported(session, wanted) if paths else session.broken
    places = ((each.path, each.problem) for each in discovered.surroundings if wanted.holds(each.path))
    around = session.observed(places)
    found = [
        *(each for each in library.findings() if each.path in wanted.documents),
        *(each for each in session.across(library) if each.path in wanted.documents or _is_crash(each)),
        *around,
        *session.observed((*broken.items(), *_of_arguments(wanted, settings), *_unlisted(wanted, around))),
    ]
    session.finish()
    stages.begin("report")
    violations, warnings = divided(found, strict=strict)
    looked_at = {
        *wanted.documents,
        *wanted.outside,
        *wanted.missing,
        *broken,
        *wanted.unlisted,
        *(each.path for each in around),
    }
    return Outcome(
        command="check",
        violations=violations,
        warnings=warnings,
        advice=_advice((*violations, *warnings), wanted, settings),
        document_ids=_ids_of(violations, library),
        crashes=tuple(session.crashes),
        counters=_counters(violations, warnings, wanted, len(broken), len(looked_at)),
    )


def _is_crash(finding: Finding) -> bool:
    """A corpus rule that failed may have missed anything, in targeted runs as well."""
    return finding.code == "RULE_CRASHED"


def _ids_of(findings: Iterable[Finding], library: Library) -> Mapping[str, str]:
    wrong = {each.path for each in findings}
    pairs = zip(library.candidates, library.cards, strict=True)
    return {each.path: card.document_id for each, card in pairs if card.document_id and each.path in wrong}


def _reported(session: Session, wanted: Targets) -> Mapping[str, Problem]:
    """The broken schemas that govern a targeted file."""
    broken = session.broken
    if not broken:
        return {}
    used, schemas = set(), session.schemas
    for candidate in session.discovered.candidates:
        if candidate.path in wanted.documents:
            type_name = session.analysing.read(candidate).text("type")
            used.add(schemas.paths.get(candidate.namespace))
            used.add(schemas.type_paths.get((candidate.namespace, type_name.written)) if type_name else None)
    return {path: problem for path, problem in broken.items() if path in used}


def _of_arguments(wanted: Targets, settings: Settings) -> Iterator[tuple[str, Problem]]:
    roots = listed(sorted(namespace.root or "." for namespace in settings.namespaces))
    for path in wanted.outside:
        yield path, Problem("OUTSIDE_DOCS_ROOT", {"roots": roots})
    for path in wanted.missing:
        yield path, Problem("FILE_NOT_FOUND", {"path": path})


def _unlisted(wanted: Targets, around: Iterable[Finding]) -> Iterator[tuple[str, Problem]]:
    """Folders that the arguments lead into, as far as nobody else tells of them."""
    told = {each.path for each in around}
    yield from (
        (path, Problem("FILE_UNREADABLE", {"problem": UNLISTED})) for path in wanted.unlisted if path not in told
    )


def _counters(
    violations: tuple[Finding, ...], warnings: tuple[Finding, ...], wanted: Targets, schemas: int, looked_at: int
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


def _advice(found: tuple[Finding, ...], wanted: Targets, settings: Settings) -> tuple[Advice, ...]:
    """One piece for each code, never one for each finding: how many, how many can be fixed, what helps."""
    fixable = Counter(each.code for each in found if each.edit and each.edit.safe)
    advice = [
        *settings.advice,
        *(_for_code(code, count, fixable[code]) for code, count in Counter(each.code for each in found).items()),
    ]
    if wanted.idle:
        message = f"Nothing to check in {listed(wanted.idle)}: excluded, ignored, not Markdown, or without documents"
        advice.append(Advice("NOTHING_TO_CHECK", message, {"paths": list(wanted.idle)}))
    told = [Advice(each.code, shorten(each.message, LONGEST_MESSAGE), bounded(each.details)) for each in advice]
    return tuple(sorted(told, key=lambda each: (each.code, each.message)))


def _for_code(code: str, count: int, fixable: int) -> Advice:
    command = f"meminit explain {code}"
    return Advice(
        code,
        f"{counted(count, 'finding')} of {code}; `{command}` tells what it means and what to do",
        {"count": count, "fixable": fixable, "command": command},
    )
