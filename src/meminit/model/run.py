"""One invocation as answers describe it: its id, root and duration, and the options of its output."""

from typing import Literal, NamedTuple, TypeAlias

# The envelope in which a command prints JSON; with none, a successful command prints a document of its own.
Envelope: TypeAlias = Literal["v1", "v2", "none"]


class Run(NamedTuple):
    """`here` is the current directory as a path from the root; it is empty at the root, and outside of it."""

    run_id: str
    root: str
    seconds: float
    timestamp: str | None = None
    format: str = "text"
    envelope: Envelope = "v1"
    quiet: bool = False
    colour: bool = False
    here: str = ""
