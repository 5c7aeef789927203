"""Reads the findings of a document by itself from its card, where `writing` has put them as JSON."""

import orjson

from meminit.model.finding import Edit, Finding, Severity
from meminit.model.summary import Card


def findings(card: Card, path: str) -> list[Finding]:
    if not card.findings:
        return []
    return [
        Finding(path, code, Severity(severity), message, line, column, context, Edit(*edit) if edit else None)
        for code, severity, message, line, column, context, edit in orjson.loads(card.findings)
    ]
