"""Findings: what users read about a place in a file."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    OFF = "off"


class Edit(NamedTuple):
    """A correction as a value: the text at a place, and the text to replace it. The place is checked before use.

    `safe` means that the author can have meant nothing else.
    """

    line: int
    column: int
    old: str
    new: str
    safe: bool


class Finding(NamedTuple):
    """A stable code, the place, and a message for people."""

    path: str
    code: str
    severity: Severity
    message: str
    line: int | None = None
    column: int | None = None
    context: Mapping[str, object] = {}
    edit: Edit | None = None


# What `fix` corrects, without --unsafe, in most documents; a link only where its finding has a correction.
CORRECTED = frozenset(
    {
        "DUPLICATE_DEFINITION",
        "DUPLICATE_KEY",
        "EMPTY_FIELD",
        "FILENAME_CONVENTION",
        "ID_PREFIX_MISMATCH",
        "ID_TYPE_MISMATCH",
        "INVALID_FIELD",
        "INVALID_FRONTMATTER",
        "INVALID_ID_FORMAT",
        "METADATA_BLOCK_DRIFT",
        "MISSING_FIELD",
        "MISSING_FRONTMATTER",
        "SUSPICIOUS_FIELD",
        "UNKNOWN_FIELD",
        "UNRESOLVED_REFERENCE",
        "UNUSED_DEFINITION",
    }
)


def may_be_fixed(finding: Finding) -> bool:
    """Whether `fix` would probably correct it; only its plan says for sure."""
    return is_fixable(finding) or finding.code in CORRECTED


def is_fixable(finding: Finding) -> bool:
    """Whether a correction is known that the author would make."""
    return finding.edit is not None and finding.edit.safe


class Statistic(NamedTuple):
    """How many findings of a code there are, how many of them may be fixed, and in how many files they are."""

    code: str
    findings: int
    fixable: int
    files: int


def statistics(findings: Iterable[Finding]) -> list[Statistic]:
    """One for each code, those with the most findings first."""
    by_code: dict[str, list[Finding]] = {}
    for each in findings:
        by_code.setdefault(each.code, []).append(each)
    rows = [
        Statistic(code, len(found), sum(map(may_be_fixed, found)), len({each.path for each in found}))
        for code, found in by_code.items()
    ]
    return sorted(rows, key=lambda row: (-row.findings, row.code))


class Problem(NamedTuple):
    """Something seen in reading, before rules run: the code of its finding, a place, and values for the message."""

    code: str
    context: Mapping[str, object]
    line: int | None = None
    column: int | None = None
