"""Findings: what users read about a place in a file."""

from collections.abc import Mapping
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


class Problem(NamedTuple):
    """Something seen in reading, before rules run: the code of its finding, a place, and values for the message."""

    code: str
    context: Mapping[str, object]
    line: int | None = None
    column: int | None = None
