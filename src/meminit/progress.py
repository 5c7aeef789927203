"""Shows on a terminal how far a long run has come: one line on standard error, which is gone when the run is done.

The bars of click and rich are not used: they hide the cursor, and a run that is killed would leave it hidden.
"""

import os
import time

from meminit.model.event import Event, Progress
from meminit.output import write_standard_error

_QUIET_SECONDS = 1.0  # a shorter run shows nothing
_BETWEEN = 0.1  # seconds
_STANDARD_ERROR = 2
_USUAL_WIDTH = 80  # columns, where a terminal does not say how many it has
_CLEAR = b"\r\x1b[K"


def clear() -> None:
    write_standard_error(_CLEAR)


class Meter:
    """The line of one run, which began at a time of `time.monotonic`."""

    def __init__(self, began: float) -> None:
        self._began = began
        self._reading = 0.0  # when the first documents were read
        self._drawn = 0.0

    def hear(self, event: Event) -> None:
        now = time.monotonic()
        self._reading = self._reading or now
        if not isinstance(event, Progress) or now - self._began < _QUIET_SECONDS:
            return
        if event.phase == "tree" or now - self._drawn >= _BETWEEN:
            self._drawn = now
            write_standard_error(_CLEAR + line(event, now - self._reading).encode()[: _width() - 1])

    def end(self) -> None:
        if self._drawn:
            clear()
            self._drawn = 0.0


def line(event: Progress, seconds: float) -> str:
    """How many documents are done after so many seconds, how fast, and how long the rest will take."""
    done, total = event.files_done, event.files_total
    if event.phase == "tree":
        return f"{total:,} documents read; what depends on others is being checked"
    speed = done / seconds if seconds else 0.0
    left = f", {(total - done) / speed:.0f} s left" if speed else ""
    return f"{done:,} of {total:,} documents, {speed:,.0f} a second{left}"


def _width() -> int:
    try:
        return os.get_terminal_size(_STANDARD_ERROR).columns or _USUAL_WIDTH
    except OSError:
        return _USUAL_WIDTH
