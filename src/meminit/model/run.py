"""Who asked: the identity of one invocation and what was asked of its output."""

from typing import Literal, NamedTuple, TypeAlias

# What a command prints in JSON: one of the envelopes; none: where all goes well, a document of its own.
Envelope: TypeAlias = Literal["v1", "v2", "none"]


class Run(NamedTuple):
    run_id: str
    root: str
    seconds: float
    timestamp: str | None = None
    format: str = "text"
    envelope: Envelope = "v1"
    quiet: bool = False
    colour: bool = False
