"""The interface of every format."""

from collections.abc import Iterable
from typing import Protocol

from meminit.model.outcome import Outcome, Run


class Renderer(Protocol):
    """Turns an outcome into the bytes of standard output, in pieces, and those of standard error.

    The pieces can be iterated over once. There are none for a failure that is written to standard error only.
    """

    def render(self, outcome: Outcome, run: Run, /) -> tuple[Iterable[bytes], bytes]: ...
