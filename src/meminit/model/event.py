"""The events of a run, in order; the outcome is made of them."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from meminit.model.finding import Finding

Phase: TypeAlias = Literal["document", "tree"]


class Started(NamedTuple):
    """The documents are found, and reading begins."""

    root: str
    files_total: int
    namespaces: tuple[str, ...]


class Found(NamedTuple):
    """Findings of one path. Those of single documents come first, in the order of paths, then those of the tree."""

    phase: Phase
    path: str
    findings: tuple[Finding, ...]
    document_id: str | None = None


class Progress(NamedTuple):
    """How many documents are done, in the order of paths, and how many findings there are by then."""

    phase: Phase
    files_done: int
    files_total: int
    violations: int = 0
    warnings: int = 0


class Answered(NamedTuple):
    """An agent has given its output for the first or the second time; all documents were read before."""

    turn: int
    files: int


class Waiting(NamedTuple):
    """Nothing more is known before more documents are read: what was found so far can be shown."""


class Done(NamedTuple):
    """The run is complete; `besides` are the paths of files and folders that are not documents and have findings.

    `crashes` are the exceptions that rules raised; each is a finding as well.
    """

    besides: frozenset[str] = frozenset()
    broken_schemas: int = 0
    crashes: tuple[Exception, ...] = ()


Event: TypeAlias = Started | Found | Progress | Answered | Waiting | Done
Listener: TypeAlias = Callable[[Event], None]  # is called with each event as it happens
