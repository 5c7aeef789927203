"""The response envelope, which has the same five keys for every command, success and failure."""

from collections.abc import Mapping
from itertools import islice

from meminit.envelope import frame, v2
from meminit.faults import VIOLATIONS_FOUND, MeminitError
from meminit.model.finding import Finding
from meminit.model.outcome import Data, Failure, Outcome, Run
from meminit.model.outcome import made as made_of
from meminit.words import counted

SCHEMA_VERSION = "1.0"
_MOST_IN_DETAIL = 20  # findings that are quoted in an error; all are in the report
_OF_ERROR = ("retryable", "phase", "detail", "retry_after", "suggestion", "redirect")


def envelope(outcome: Outcome, run: Run) -> dict[str, object]:
    data: Data = outcome.verbatim or made_of(outcome.data)
    failure = outcome.failure or _of_violations(outcome)
    return {
        "ok": outcome.success,
        "data": None if failure or data.get("not_modified") else _answer(outcome, data),
        "error": _error(failure) if failure else None,
        "warnings": [_line(each) for each in outcome.warnings],
        "meta": _meta(outcome, data, run),
    }


def _answer(outcome: Outcome, data: Data) -> dict[str, object]:
    if not outcome.counters:
        return dict(data)
    return {"counters": outcome.counters._asdict(), "advice": frame.advice(outcome.advice), **data}


def _of_violations(outcome: Outcome) -> Failure | None:
    if outcome.success:
        return None
    number, files = outcome.judged or (len(outcome.violations), len({each.path for each in outcome.violations}))
    words = f"{counted(number, 'violation')} in {counted(files, 'file')}"
    quoted = "\n".join(_line(each) for each in islice(outcome.violations, _MOST_IN_DETAIL))
    failure = MeminitError(VIOLATIONS_FOUND, words, outcome.exit).failure()
    help_on_first = f"meminit explain {outcome.violations[0].code}" if outcome.violations else "meminit explain --list"
    details = {"detail": quoted} if quoted else {}
    return failure._replace(details={**failure.details, **details, "suggestion": help_on_first})


def _error(failure: Failure) -> dict[str, object]:
    known = {key: failure.details[key] for key in _OF_ERROR if key in failure.details}
    return {"code": failure.code, "message": failure.message, **known}


def _line(finding: Finding) -> str:
    place = finding.path if finding.line is None else f"{finding.path}:{finding.line}"
    return f"{finding.code} {place}: {finding.message}"


def _meta(outcome: Outcome, data: Data, run: Run) -> dict[str, object]:
    made: dict[str, object] = {
        "duration_ms": int(run.seconds * 1000),
        "request_id": run.run_id,
        "schema_version": SCHEMA_VERSION,
        "command": outcome.command,
    }
    if run.timestamp:
        made["timestamp"] = run.timestamp
    page = data.get("page")
    if isinstance(page, Mapping):
        made.update((key, page[key]) for key in ("truncated", "cursor") if key in page)
    if data.get("not_modified"):
        made.update(not_modified=True, etag=data["etag"])
    if not outcome.success and (data or not outcome.failure):
        made["report"] = _report(outcome, data, run)
    if outcome.failure:
        others = {key: each for key, each in outcome.failure.details.items() if key not in _OF_ERROR}
        made.update({"details": others} if others else {})
    return made


def _report(outcome: Outcome, data: Data, run: Run) -> dict[str, object]:
    """What was found, in the shape that the command's own envelope gives it."""
    made: dict[str, object] = {"counters": outcome.counters._asdict()} if outcome.counters else {}
    is_grouped = run.envelope == "v2"
    made["violations"] = v2.groups(outcome) if is_grouped else frame.issues(outcome.violations)
    made["warnings"] = frame.issues(outcome.warnings)
    made["advice"] = frame.advice(outcome.advice)
    return {**made, "data": dict(data)} if data else made
