"""Explains a code, or lists all codes."""

from meminit.catalogue import Entry, catalogue
from meminit.faults import UNKNOWN_ERROR_CODE, MeminitError
from meminit.model.outcome import Outcome, Table, Text
from meminit.words import did_you_mean, escape_unencodable, nearest, quoted

_RESOLUTIONS = {"rule": "edit", "diagnosis": "edit", "fault": "command", "advice": "edit"}
_REPORTED = frozenset({"E_UNEXPECTED", "RULE_CRASHED"})


def one(code: str) -> Outcome:
    entries = catalogue()
    entry = entries.get(code.upper())
    if entry is None:
        shown = escape_unencodable(code)
        meant = nearest(shown, entries)
        raise MeminitError(
            UNKNOWN_ERROR_CODE,
            f"there is no code {quoted(shown)}{did_you_mean(meant)}",
            suggestion=meant or "meminit explain --list",
        )
    return Outcome(command="explain", data=_data(entry), view=(_page(entry),))


def every() -> Outcome:
    entries = catalogue().values()
    rows = tuple((entry.code, entry.category, str(entry.severity or ""), entry.summary) for entry in entries)
    codes = [{"code": entry.code, "category": entry.category, "summary": entry.summary} for entry in entries]
    table = Table(("CODE", "CATEGORY", "SEVERITY", "WHAT IT MEANS"), rows)
    return Outcome(command="explain", data={"error_codes": codes}, view=(table,))


def _data(entry: Entry) -> dict[str, object]:
    data: dict[str, object] = {
        "code": entry.code,
        "category": entry.category,
        "kind": entry.kind,
        "summary": entry.summary,
        "cause": entry.cause,
        "remediation": {
            "action": entry.remedy,
            "resolution_type": "report" if entry.code in _REPORTED else _RESOLUTIONS[entry.kind],
            "automatable": entry.fixable,
            "relevant_commands": list(entry.commands),
        },
        "spec_reference": _reference(entry),
        "context": list(entry.context),
        "since": entry.since,
    }
    if entry.severity:
        data["severity"] = entry.severity
    if entry.exit_code is not None:
        data["exit_code"] = entry.exit_code
    return data


def _reference(entry: Entry) -> str:
    """The section about the code in the reference pages."""
    page = {"rule": "rules", "diagnosis": "diagnoses"}.get(entry.kind, "faults")
    return f"docs/reference/{page}.md#{entry.code.lower()}"


def _page(entry: Entry) -> Text:
    facts = [entry.kind, entry.category, *([f"{entry.severity} by default"] if entry.severity else [])]
    facts += [f"exit code {entry.exit_code}"] if entry.exit_code is not None else []
    head = (f"{entry.code} ({', '.join(facts)})", "")
    if entry.manual:
        return Text((*head, *entry.manual.splitlines()))
    return Text((*head, entry.summary, "", "## Why", "", entry.cause, "", "## Remedy", "", entry.remedy))
