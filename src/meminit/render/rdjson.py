"""Diagnostics for reviewdog, whose columns count bytes of UTF-8."""

from collections.abc import Iterable, Mapping

from meminit import as_json
from meminit.model.finding import Edit, Finding, Severity
from meminit.model.outcome import Failure, Outcome, Run
from meminit.render import parts
from meminit.render.excerpts import Excerpts

_SOURCE = {"name": "meminit", "url": parts.HOME}
_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING"}


class Rdjson:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        excerpts = Excerpts(run.root, outcome.text_of)
        found = sorted(parts.findings(outcome), key=parts.reading_order)
        diagnostics = [_diagnostic(each, excerpts) for each in found]
        if outcome.failure:
            diagnostics = [_of_failure(outcome.failure)]
        severity = "ERROR" if not outcome.success else "WARNING" if outcome.warnings else "INFO"
        report = {"source": _SOURCE, "severity": severity, "diagnostics": diagnostics}
        return (as_json.inert(as_json.written(report)), b"\n"), b""


def _diagnostic(finding: Finding, excerpts: Excerpts) -> dict[str, object]:
    location: dict[str, object] = {"path": finding.path}
    if finding.line is not None:
        start = {"line": finding.line}
        if finding.column is not None:
            start["column"] = _in_bytes(excerpts, finding.path, finding.line, finding.column)
        location["range"] = {"start": start}
    made: dict[str, object] = {
        "message": finding.message,
        "location": location,
        "severity": _SEVERITIES[finding.severity],
        "code": _code(finding.code),
    }
    if finding.edit:
        made["suggestions"] = [_suggestion(finding.edit, finding.path, excerpts)]
    return made


def _suggestion(edit: Edit, path: str, excerpts: Excerpts) -> Mapping[str, object]:
    start = _in_bytes(excerpts, path, edit.line, edit.column)
    end = start + len(edit.old.encode("utf-8", "surrogatepass"))
    places = {name: {"line": edit.line, "column": column} for name, column in (("start", start), ("end", end))}
    return {"range": places, "text": edit.new}


def _in_bytes(excerpts: Excerpts, path: str, line: int, column: int) -> int:
    """A column that counts characters, as one that counts bytes."""
    text = excerpts.line(path, line) if column > 1 else ""
    return column + sum(len(each.encode("utf-8", "surrogatepass")) - 1 for each in text[: column - 1] if each > "\x7f")


def _code(code: str) -> Mapping[str, str]:
    return {"value": code, "url": parts.manual_page(code)}


def _of_failure(failure: Failure) -> dict[str, object]:
    path = str(failure.details.get("path") or ".")
    return {
        "message": failure.message,
        "location": {"path": path},
        "severity": "ERROR",
        "code": _code(failure.code),
    }
