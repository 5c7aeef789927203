"""One JSON object a line for each event of a run, and at the end the whole answer."""

from collections.abc import Iterable, Sequence
from itertools import chain

from meminit import __version__, as_json
from meminit.envelope.factory import envelope
from meminit.faults import INTERRUPTED, TIME_LIMIT
from meminit.model.event import Answered, Event, Found, Phase, Progress, Started
from meminit.model.finding import Finding
from meminit.model.outcome import Outcome, Run
from meminit.words import DID_YOU_MEAN, quoted

Line = dict[str, object]
_SHUTDOWN = "shutdown"
_REASONS = {INTERRUPTED.code: _SHUTDOWN, TIME_LIMIT.code: "time_limit"}


def encoded(lines: Sequence[Line]) -> bytes:
    """The lines, each with its line feed."""
    if not lines:
        return b""
    return as_json.inert(as_json.in_turn(lines).replace(as_json.BETWEEN, b"\n") + b"\n")


def lines(event: Event, run: Run, elapsed: int) -> list[Line]:
    """What is reported of an event, `elapsed` milliseconds after the beginning."""
    if isinstance(event, Found):
        found = sorted(event.findings, key=_order) if len(event.findings) > 1 else event.findings
        return [_finding(each, event.phase, event.document_id) for each in found]
    if isinstance(event, Progress):
        return [{"type": "progress", **event._asdict(), "elapsed_ms": elapsed}]
    if isinstance(event, Answered):
        done = Progress("tree", event.files, event.files)
        return [{"type": "progress", **done._asdict(), "elapsed_ms": elapsed, "turn": event.turn}]
    return [_started(event, run)] if isinstance(event, Started) else []


def _started(event: Started, run: Run) -> Line:
    return {
        "type": "started",
        "root": run.root,
        "files_total": event.files_total,
        "namespaces": event.namespaces,
        "meminit_version": __version__,
        "run_id": run.run_id,
    }


def _finding(finding: Finding, phase: Phase, document_id: str | None) -> Line:
    path, code, severity, message, line, column, context, edit = finding
    made: Line = {"type": "finding", "path": path}
    if document_id:
        made["document_id"] = document_id
    made["code"], made["severity"], made["message"] = code, severity, message
    if line is not None:
        made["line"] = line
    if column is not None:
        made["column"] = column
    made["suggestion"], made["context"] = _suggestion(finding), context
    if edit:
        made["edit"] = {"line": edit.line, "column": edit.column, "old": edit.old, "new": edit.new, "safe": edit.safe}
    made["phase"] = phase
    return made


def _suggestion(finding: Finding) -> str | None:
    """What to do about it, where that is known of this one finding."""
    if finding.edit:
        return f"replace {quoted(finding.edit.old)} by {quoted(finding.edit.new)}"
    _, hint, meant = finding.message.rpartition(DID_YOU_MEAN)
    return f"{DID_YOU_MEAN.lstrip('; ')}{meant}" if hint else None


_FIRST = -1


def _order(finding: Finding) -> tuple[int, int, str, str]:
    return finding.line or _FIRST, finding.column or _FIRST, finding.code, finding.message


def terminated(outcome: Outcome, elapsed: int) -> Line:
    failure = outcome.failure
    reason = _REASONS.get(failure.code, "error") if failure else "completed"
    return {"type": "terminated", "reason": reason, "exit_code": outcome.exit, "total_time_ms": elapsed}


def is_shutdown(last: Line) -> bool:
    return last["reason"] == _SHUTDOWN


def result(outcome: Outcome, run: Run) -> Iterable[bytes]:
    """The whole answer as one line: that of the format json, with its type before all else."""
    pieces = as_json.in_pieces({"type": "result", **envelope(outcome, run)})
    return chain(map(as_json.inert, pieces), (b"\n",))
