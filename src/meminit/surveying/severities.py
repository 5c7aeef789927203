"""Proposes how strict rules can be, given how many documents break them, and counts what a check reports then."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.model.finding import Finding, Severity
from meminit.surveying.evidence import Share

MOST_SHARE = 0.5  # of the documents; a rule that so many break is turned off
MANY_SHARE = 0.25  # of the documents; a rule that so many break becomes a warning, or it would hide all else
# These are never on purpose; even if most documents have them, they are reported, as warnings.
DAMAGE = frozenset({
    "BROKEN_LINK", "BROKEN_ANCHOR", "DUPLICATE_ID", "DUPLICATE_KEY", "FILE_TOO_LARGE", "FILE_UNREADABLE",
    "INVALID_ENCODING", "INVALID_FRONTMATTER", "LINK_CASE_MISMATCH", "LINK_OUTSIDE_ROOT", "UNRESOLVED_REFERENCE",
})  # fmt: skip
# These are about the run or about safety, and stay as they are.
_FIXED = frozenset({
    "FILE_NOT_FOUND", "PATH_ESCAPE", "RULE_CRASHED", "SCHEMA_INVALID", "SCHEMA_MISSING", "UNSAFE_LINK_SCHEME",
})  # fmt: skip


class Relaxed(NamedTuple):
    """A rule that is to be less strict, and how many documents break it."""

    code: str
    severity: Severity
    breaking: Share


def relaxed(breaking: Mapping[str, tuple[int, bool]], documents: int) -> tuple[Relaxed, ...]:
    """`breaking` has for each code how many documents break it, and whether that makes a run fail."""
    found = []
    for code, (count, fails) in sorted(breaking.items()):
        share = Share(count, documents)
        severity = _severity(code, share, fails=fails)
        if severity:
            found.append(Relaxed(code, severity, share))
    return tuple(found)


def _severity(code: str, share: Share, *, fails: bool) -> Severity | None:
    if code in _FIXED:
        return None
    if share.is_at_least(MOST_SHARE) and code not in DAMAGE:
        return Severity.OFF
    return Severity.WARNING if fails and share.is_at_least(MANY_SHARE) else None


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
