"""Writes the events of a run as they happen, as lines of JSON, and how it ended.

A run may be killed while it writes. So lines go out in portions that a pipe takes as a whole, and whether a line was
begun and not ended is noted where the process that answers for this one can see it.
"""

import time
from _thread import allocate_lock
from collections.abc import Iterable

from meminit import output
from meminit.model.event import Answered, Event, Found, Progress, Started
from meminit.model.outcome import Outcome, Run
from meminit.render import json_lines
from meminit.watch import Streamed

_PORTION = 4096  # bytes; a pipe takes so many as a whole or not at all
_LINE_FEED = b"\n"
_MOST_WAITING = 1024  # lines
_TO_FINISH = 1.0  # seconds that another thread has for what it is writing
_PHASES = {"document": 0, "tree": 1}


class Stream:
    """The lines of one run. A regular file is not written before the end, since it is replaced as a whole."""

    def __init__(self, run: Run, file: str | None, streamed: Streamed, began: float, *, with_progress: bool) -> None:
        self.file = file
        self._run = run
        self._streamed = streamed
        self._began = began
        self._with_progress = with_progress
        self._descriptor: int | None = None
        self._collected: list[bytes] = []
        self._waiting: list[json_lines.Line] = []
        self._has_begun = False
        self._places: dict[type[Event], tuple[int, str | int]] = {}  # of the last events of a kind
        self._known: dict[type[Event], tuple[int, str | int]] = {}  # up to these a repeated run has been told before
        self._lock = allocate_lock()

    def hear(self, event: Event) -> None:
        """Writes what is reported of an event; leaves out what a run that is repeated has reported before."""
        is_found = isinstance(event, Found)
        if not self._is_known(event):
            self._waiting += json_lines.lines(event, self._run, 0 if is_found else self._elapsed())
        is_soon = is_found or (isinstance(event, Progress) and event.phase == "document")  # `Waiting` follows these
        if not is_soon or len(self._waiting) >= _MOST_WAITING:
            self._flush()

    def _is_known(self, event: Event) -> bool:
        kind = type(event)
        if isinstance(event, Started):
            self._known = self._places.copy()
            return self._has_begun
        if isinstance(event, Answered):
            return not self._with_progress
        if not isinstance(event, Found | Progress):
            return False
        self._places[kind] = _PHASES[event.phase], event.path if isinstance(event, Found) else event.files_done
        if kind in self._known and self._places[kind] <= self._known[kind]:
            return True
        return kind is Progress and not self._with_progress

    def _elapsed(self) -> int:
        return round((time.monotonic() - self._began) * 1000)

    def _flush(self) -> None:
        if not self._waiting:
            return
        with self._lock:
            if not self._has_begun:
                self._descriptor = output.opened(self.file)
                self._streamed.run_id = self._run.run_id
            waiting, self._waiting = self._waiting, []
            self._write(json_lines.encoded(waiting))
            self._has_begun = True

    def _write(self, data: bytes) -> None:
        if self._descriptor is None:
            self._collected.append(data)
            return
        start = 0
        while start < len(data):
            end = data.rfind(_LINE_FEED, start, start + _PORTION) + 1 or start + _PORTION
            portion = data[start:end]
            output.write_into(self._descriptor, self.file, (portion,))
            self._streamed.is_within = not portion.endswith(_LINE_FEED)
            self._streamed.has_begun = True
            start = end

    def end(self, outcome: Outcome) -> None:
        """Writes how the run ended, and the whole answer unless it was stopped from outside.

        A stream that was cut within a line stays so, as that of a process that was killed.
        """
        last = json_lines.terminated(outcome, self._elapsed())
        answer = list(json_lines.result(outcome, self._run))
        if not self._lock.acquire(timeout=_TO_FINISH):
            return
        try:
            has_begun = self._streamed.has_begun or self._has_begun
            lines = json_lines.encoded([*self._waiting, last] if has_begun else [])
            self._waiting = []
            if not self._streamed.is_within:
                self._finish((lines,) if has_begun and json_lines.is_shutdown(last) else (lines, *answer))
        finally:
            self._lock.release()

    def _finish(self, pieces: Iterable[bytes]) -> None:
        descriptor = self._descriptor if self._has_begun else output.opened(self.file)
        if descriptor is not None:
            output.write_into(descriptor, self.file, pieces)
        elif self.file is not None:
            output.write_file(self.file, (*self._collected, *pieces))
