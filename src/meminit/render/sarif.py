"""A log in SARIF 2.1.0, as code scanning reads it."""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

from meminit import __version__, as_json
from meminit.catalogue import Entry, catalogue
from meminit.fingerprints import VERSION
from meminit.model.finding import Edit, Finding, Severity
from meminit.model.outcome import Exit, Outcome, Run
from meminit.render import parts
from meminit.words import counted, escape_unencodable

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_MOST = 25_000  # results; code scanning takes no more
_BASE = "SRCROOT"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning"}
_Object = dict[str, object]


class Sarif:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_run(outcome, run)]}
        return (as_json.inert(as_json.written(log)), b"\n"), b""


def _run(outcome: Outcome, run: Run) -> _Object:
    every = (*parts.findings(outcome), *(each.finding for each in outcome.suppressed), *outcome.known)
    marks = {id(each.finding): _accepted("inSource", each.reason) for each in outcome.suppressed}
    marks |= {id(each): _accepted("external", f"in {outcome.baseline}") for each in outcome.known}
    if outcome.baseline:
        new, old = {"baselineState": "new"}, {"baselineState": "unchanged"}
        marks = {id(each): {**marks.get(id(each), {}), **(old if id(each) in marks else new)} for each in every}
    names = parts.fingerprints(every, outcome)
    order = sorted(range(len(every)), key=lambda number: every[number].severity is Severity.WARNING)
    shown = order[:_MOST]
    codes = sorted({every[number].code for number in shown})
    indexes = {code: index for index, code in enumerate(codes)}
    invocation: _Object = {"executionSuccessful": _is_done(outcome), "exitCode": int(outcome.exit)}
    notifications = _notifications(outcome, len(order) - len(shown))
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    log: _Object = {
        "tool": {"driver": _driver(codes)},
        "invocations": [invocation],
        "originalUriBaseIds": {_BASE: {"uri": f"file://{quote(run.root.rstrip('/'))}/"}},
        "columnKind": "unicodeCodePoints",
        "results": [
            {**_result(every[number], names[number], indexes), **marks.get(id(every[number]), {})} for number in shown
        ],
    }
    revision = run.revision()
    if revision:
        log["versionControlProvenance"] = [_provenance(revision.address, revision.commit, revision.branch)]
    return log


def _is_done(outcome: Outcome) -> bool:
    return outcome.exit in {Exit.SUCCESS, Exit.VIOLATIONS}


def _driver(codes: Sequence[str]) -> _Object:
    return {
        "name": "meminit",
        "semanticVersion": __version__,
        "informationUri": parts.HOME,
        "rules": [_rule(catalogue()[code]) for code in codes],
    }


def _rule(entry: Entry) -> _Object:
    level = _LEVELS.get(entry.severity, "warning") if isinstance(entry.severity, Severity) else "error"
    help_text = f"{entry.summary} {entry.cause} {entry.remedy}".strip()
    return {
        "id": entry.code,
        "name": entry.code.title().replace("_", ""),
        "shortDescription": {"text": entry.summary},
        "fullDescription": {"text": entry.cause or entry.summary},
        "help": {"text": help_text, "markdown": entry.manual or help_text},
        "helpUri": parts.manual_page(entry.code),
        "defaultConfiguration": {"enabled": entry.severity is not Severity.OFF, "level": level},
        "properties": {"tags": [entry.category], "problem.severity": level},
    }


def _result(finding: Finding, fingerprint: str, indexes: Mapping[str, int]) -> _Object:
    place: _Object = {"artifactLocation": _artifact(finding.path)}
    if finding.line is not None:
        place["region"] = {"startLine": finding.line}
        if finding.column is not None:
            place["region"] = {"startLine": finding.line, "startColumn": finding.column}
    result: _Object = {
        "ruleId": finding.code,
        "ruleIndex": indexes[finding.code],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {VERSION: fingerprint},
    }
    if finding.edit:
        result["fixes"] = [_fix(finding.edit, finding.path)]
    return result


def _accepted(kind: str, reason: str) -> _Object:
    """What says of a result that it is accepted."""
    return {"suppressions": [{"kind": kind, **({"justification": reason} if reason else {})}]}


def _artifact(path: str) -> _Object:
    return {"uri": quote(escape_unencodable(path)), "uriBaseId": _BASE}


def _fix(edit: Edit, path: str) -> _Object:
    region = {"startLine": edit.line, "startColumn": edit.column, "endColumn": edit.column + len(edit.old)}
    replacement = {"deletedRegion": {**region, "endLine": edit.line}, "insertedContent": {"text": edit.new}}
    return {
        "description": {"text": f"Replace {edit.old} by {edit.new}"},
        "artifactChanges": [{"artifactLocation": _artifact(path), "replacements": [replacement]}],
    }


def _notifications(outcome: Outcome, left: int) -> list[_Object]:
    told: list[_Object] = []
    if outcome.failure:
        failure = {"text": outcome.failure.message}
        told.append({"level": "error", "message": failure, "descriptor": {"id": outcome.failure.code}})
    if left:
        words = f"{counted(left, 'more finding')}; a log holds the {_MOST} most severe ones"
        told.append({"level": "warning", "message": {"text": words}})
    told += [
        {"level": "note", "message": {"text": each.message}, "descriptor": {"id": each.code}}
        for each in parts.notes(outcome, parts.findings(outcome))
    ]
    return told


def _provenance(address: str, commit: str, branch: str | None) -> _Object:
    made: _Object = {"repositoryUri": address, "revisionId": commit, "mappedTo": {"uriBaseId": _BASE}}
    return {**made, "branch": branch} if branch else made
