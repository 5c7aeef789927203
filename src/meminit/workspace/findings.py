"""The findings of a document by itself, as its summary keeps them."""

from collections.abc import Iterable

import orjson

from meminit import as_json
from meminit.model.finding import Edit, Finding, Severity
from meminit.model.summary import Summary


def encode(findings: Iterable[Finding]) -> bytes:
    """Without the path, which is that of the document."""
    listed = [tuple(each)[1:] for each in findings]
    return as_json.written(listed) if listed else b""


def findings(summary: Summary, path: str) -> list[Finding]:
    if not summary.findings:
        return []
    return [
        Finding(path, code, Severity(severity), message, line, column, context, Edit(*edit) if edit else None)
        for code, severity, message, line, column, context, edit in orjson.loads(summary.findings)
    ]
