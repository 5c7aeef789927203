"""A code quality report for GitLab: a JSON array of issues."""

from collections.abc import Iterable

from meminit import as_json
from meminit.fingerprints import fingerprints
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Failure, Outcome, Run
from meminit.render import parts

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


class Gitlab:
    def render(self, outcome: Outcome, _run: Run) -> tuple[Iterable[bytes], bytes]:
        issues = [_of_failure(outcome.failure)] if outcome.failure else _issues(outcome)
        return (as_json.inert(as_json.written(issues)), b"\n"), b""


def _issues(outcome: Outcome) -> list[dict[str, object]]:
    found = parts.findings(outcome)
    names = parts.fingerprints((*found, *(each.finding for each in outcome.suppressed), *outcome.known), outcome)
    return [_issue(finding, name) for finding, name in zip(found, names, strict=False)]


def _issue(finding: Finding, fingerprint: str) -> dict[str, object]:
    return {
        "description": finding.message,
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": finding.path, "lines": {"begin": finding.line or 1}},
    }


def _of_failure(failure: Failure) -> dict[str, object]:
    """A run that could not be done, as the one issue of the repository as a whole."""
    finding = Finding(str(failure.details.get("path") or "."), failure.code, Severity.ERROR, failure.message)
    return {**_issue(finding, fingerprints([finding], {})[0]), "severity": "blocker"}
