"""What every format can do."""

from typing import Protocol

from meminit.model.outcome import Outcome
from meminit.model.run import Run


class Renderer(Protocol):
    """Turns an outcome into the bytes of standard output and those of standard error."""

    def render(self, outcome: Outcome, run: Run) -> tuple[bytes, bytes]: ...
