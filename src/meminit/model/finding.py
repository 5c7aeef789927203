"""What was judged: one finding about one place."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    OFF = "off"


class Finding(NamedTuple):
    """A stable code, where it holds and what a person should read about it."""

    path: str
    code: str
    severity: Severity
    message: str
    line: int | None = None
    column: int | None = None
    context: Mapping[str, object] = {}


class Problem(NamedTuple):
    """Something seen while reading, before any rule has run: the code it will have, the place and the words."""

    code: str
    context: Mapping[str, object]
    line: int | None = None
    column: int | None = None
