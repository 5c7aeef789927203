"""What was judged: one finding about one place."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    OFF = "off"


class Edit(NamedTuple):
    """A correction as a value: what stands at a place, and what should. Who applies it checks the place first.

    `safe` says that nothing else can have been meant.
    """

    line: int
    column: int
    old: str
    new: str
    safe: bool


class Finding(NamedTuple):
    """A stable code, where it holds and what a person should read about it."""

    path: str
    code: str
    severity: Severity
    message: str
    line: int | None = None
    column: int | None = None
    context: Mapping[str, object] = {}
    edit: Edit | None = None


class Problem(NamedTuple):
    """Something seen while reading, before any rule has run: the code it will have, the place and the words."""

    code: str
    context: Mapping[str, object]
    line: int | None = None
    column: int | None = None
