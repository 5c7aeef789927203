"""Who asked: the identity of one invocation and what was asked of its output."""

from typing import NamedTuple


class Run(NamedTuple):
    run_id: str
    root: str
    seconds: float
    timestamp: str | None = None
    format: str = "text"
    quiet: bool = False
    colour: bool = False
