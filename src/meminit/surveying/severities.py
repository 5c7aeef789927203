"""Tells how strict rules can be, given how many documents break them."""

from collections.abc import Mapping
from typing import NamedTuple

from meminit.model.finding import Severity
from meminit.surveying.evidence import Share

MOST_SHARE = 0.5  # of the documents break a rule: it is not theirs
MANY_SHARE = 0.25  # of the documents break it: it would hide everything else as long as it makes runs fail
# Nobody means these, however many there are; where most documents have them, they are told without making runs fail.
DAMAGE = frozenset({
    "BROKEN_LINK", "BROKEN_ANCHOR", "DUPLICATE_ID", "DUPLICATE_KEY", "FILE_TOO_LARGE", "FILE_UNREADABLE",
    "INVALID_ENCODING", "INVALID_FRONTMATTER", "LINK_CASE_MISMATCH", "LINK_OUTSIDE_ROOT", "UNRESOLVED_REFERENCE",
})  # fmt: skip
# About the run, or about safety; they stay as they are.
_FIXED = frozenset({
    "FILE_NOT_FOUND", "PATH_ESCAPE", "RULE_CRASHED", "SCHEMA_INVALID", "SCHEMA_MISSING", "UNSAFE_LINK_SCHEME",
})  # fmt: skip


class Relaxed(NamedTuple):
    """A rule that shall be less strict than it is, and how many documents break it."""

    code: str
    severity: Severity
    breaking: Share


def relaxed(breaking: Mapping[str, tuple[int, bool]], documents: int) -> tuple[Relaxed, ...]:
    """`breaking` tells of each code how many documents break it, and whether that makes runs fail."""
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
