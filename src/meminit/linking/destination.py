"""What following a link comes to."""

from typing import NamedTuple

from meminit.model.link import FaultKind
from meminit.sources.files import Names


class Reached(NamedTuple):
    """Something is there. `spelling` is how the path should have been written, where letter case is wrong."""

    names: Names
    is_folder: bool = False
    spelling: Names | None = None
    is_certain: bool = True


class Meant(NamedTuple):
    """What was probably meant, as it would be written; `surely` says that nothing else can have been."""

    target: str
    surely: bool


class Failed(NamedTuple):
    kind: FaultKind
    problem: str
    meant: Meant | None = None


class Elsewhere(NamedTuple):
    """The link leads to another site, and is left alone."""
