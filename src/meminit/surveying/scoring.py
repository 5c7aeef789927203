"""Tells what a check under a proposal comes to, once its rules are as strict as is proposed."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.model.finding import Finding, Severity
from meminit.surveying.severities import Relaxed


class Score(NamedTuple):
    files: int
    passed: int
    violations: Mapping[str, int]
    warnings: Mapping[str, int]


def breaking(findings: Iterable[Finding], documents: Container[str]) -> Mapping[str, tuple[int, bool]]:
    """How many documents have findings of each code, and whether these make a run fail."""
    files: dict[str, set[str]] = {}
    failing: set[str] = set()
    for each in findings:
        if each.path in documents:
            files.setdefault(each.code, set()).add(each.path)
        if each.severity is Severity.ERROR:
            failing.add(each.code)
    return {code: (len(paths), code in failing) for code, paths in files.items()}


def score(findings: Iterable[Finding], relaxed: Iterable[Relaxed], checked: int, documents: Container[str]) -> Score:
    """`findings` are those of a check in which no rule was relaxed yet; some are about other things than documents."""
    left = list(_left(findings, {each.code: each.severity for each in relaxed}))
    failed = {each.path for each in left if each.severity is Severity.ERROR and each.path in documents}
    return Score(checked, checked - len(failed), _counts(left, Severity.ERROR), _counts(left, Severity.WARNING))


def _left(findings: Iterable[Finding], severities: Mapping[str, Severity]) -> Iterator[Finding]:
    for each in findings:
        severity = severities.get(each.code, each.severity)
        if severity is not Severity.OFF:
            yield each._replace(severity=severity)


def _counts(findings: Iterable[Finding], severity: Severity) -> Mapping[str, int]:
    counts = Counter(each.code for each in findings if each.severity is severity)
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
