"""What happens in a run, in the order in which it happens; the outcome is made of it."""

from typing import Literal, NamedTuple, TypeAlias

from meminit.model.finding import Finding

Phase: TypeAlias = Literal["document", "tree"]


class Started(NamedTuple):
    """The repository is known: so many documents will be looked at."""

    root: str
    files_total: int
    namespaces: tuple[str, ...]


class Found(NamedTuple):
    """Findings about one path. Those of single documents come in the order of paths, then those of the whole tree."""

    phase: Phase
    path: str
    findings: tuple[Finding, ...]
    document_id: str | None = None


class Progress(NamedTuple):
    phase: Phase
    files_done: int
    files_total: int


class Done(NamedTuple):
    """Everything was looked at: besides documents, files and folders at these paths.

    `crashes` are what rules raised; each is a finding already.
    """

    besides: frozenset[str] = frozenset()
    broken_schemas: int = 0
    crashes: tuple[Exception, ...] = ()


Event: TypeAlias = Started | Found | Progress | Done
