"""What several formats have in common: findings in order, their places, notes, and addresses of manual pages."""

from collections.abc import Iterable, Iterator, Sequence
from posixpath import relpath
from typing import Literal, TypeAlias

from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Advice, Counters, Outcome, Run
from meminit.words import as_path, counted, escape_invisible

Verdict: TypeAlias = Literal["passed", "failed", "error"]
HOME = "https://meminit.example"  # where the manual is published; no host has this name before one is chosen


def manual_page(code: str) -> str:
    return f"{HOME}/codes/{code}"


def findings(outcome: Outcome) -> tuple[Finding, ...]:
    return (*outcome.violations, *outcome.warnings)


def by_severity(found: Iterable[Finding]) -> list[Finding]:
    """Errors first, each kind in its order."""
    return sorted(found, key=lambda each: each.severity is Severity.WARNING)


def reading_order(finding: Finding) -> tuple[str, float, float, str, str]:
    """By place; findings without a place come first."""
    return finding.path, finding.line or 0, finding.column or 0, finding.code, finding.message


def notes(outcome: Outcome, found: Iterable[Finding]) -> Iterator[Advice]:
    """The advice that does not repeat findings."""
    codes = {each.code for each in found}
    return (each for each in outcome.advice if each.code not in codes and not each.is_standing)


def fingerprints(found: Sequence[Finding], outcome: Outcome) -> list[str]:
    """The fingerprints of findings; what is not reported counts where equal ones are numbered."""
    from meminit.fingerprints import fingerprints as named  # noqa: PLC0415 - imports hashlib, which text does not need

    ids = outcome.unique_ids.made() if outcome.unique_ids else {}
    return named((*found, *outcome.unreported), ids)[: len(found)]


def verdict(outcome: Outcome) -> Verdict:
    return "error" if outcome.failure else "passed" if outcome.success else "failed"


def from_here(path: str, run: Run) -> str:
    """The path of a file as it is from the current directory, safe to print at the beginning of a line."""
    shown = relpath(f"/{path}", f"/{run.here}") if run.here else path
    return as_path(escape_invisible(shown))


def concise(finding: Finding, run: Run) -> str:
    """A finding as one line; one without a place stands at the beginning of its file."""
    place = f"{from_here(finding.path, run)}:{finding.line or 1}:{finding.column or 1}"
    return f"{place}: {finding.code} {escape_invisible(finding.message)}"


def summary(counters: Counters) -> str:
    """What was checked, and what came of it."""
    checked = f"{counted(counters.files_checked, 'file')} checked"
    if not counters.violations_count and not counters.warnings_count:
        return f"{checked}, all good" if counters.files_checked else "nothing checked"
    rest = [f"{counters.files_failed} failed"]
    rest += [counted(counters.violations_count, "violation")] if counters.violations_count else []
    rest += [counted(counters.warnings_count, "warning")] if counters.warnings_count else []
    return f"{checked}: {', '.join(rest)}"
