"""The parts that the envelopes share."""

from collections.abc import Iterable, Mapping, Sequence

from meminit import as_json
from meminit.model.finding import Finding
from meminit.model.outcome import Advice, Failure, Outcome, Run

MANY = 5_000  # findings, of which not all are encoded together


def head(version: str, outcome: Outcome, run: Run) -> dict[str, object]:
    made: dict[str, object] = {
        "output_schema_version": version,
        "success": outcome.success,
        "command": outcome.command,
        "run_id": run.run_id,
    }
    if run.timestamp:
        made["timestamp"] = run.timestamp
    made["root"] = run.root
    return made


def judgement(finding: Finding) -> dict[str, object]:
    """A finding without its path, which its group has."""
    return {**_words(finding), **_place(finding)}


def issues(findings: Sequence[Finding]) -> object:
    """Findings as a flat list."""
    every = ({**_words(finding), "path": finding.path, **_place(finding)} for finding in findings)
    return as_json.listed(every) if len(findings) > MANY else list(every)


def _words(finding: Finding) -> dict[str, object]:
    return {"code": finding.code, "severity": finding.severity, "message": finding.message}


def _place(finding: Finding) -> dict[str, object]:
    place = {"line": finding.line, "column": finding.column}
    return {name: number for name, number in place.items() if number is not None}


def advice(pieces: Iterable[Advice]) -> list[dict[str, object]]:
    return [_note(each.code, each.message, each.details) for each in pieces]


def error(failure: Failure) -> dict[str, object]:
    return _note(failure.code, failure.message, failure.details)


def _note(code: str, message: str, details: Mapping[str, object]) -> dict[str, object]:
    made: dict[str, object] = {"code": code, "message": message}
    if details:
        made["details"] = dict(details)
    return made
