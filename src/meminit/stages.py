"""Measures the stages of a run, each from its beginning to that of the next, for --profile."""

import os
import time
from typing import NamedTuple


class Stage(NamedTuple):
    name: str
    seconds: float
    processor: float  # seconds of this process and of children that have ended


class Stages:
    def __init__(self) -> None:
        self._done: list[Stage] = []
        self._name = "start"
        self._notes: list[str] = []
        self._since = time.monotonic(), 0.0  # the time that Python took before belongs to the start

    def begin(self, name: str) -> None:
        """Ends the stage before."""
        now = time.monotonic(), _processor_time()
        self._done.append(Stage(self._name, now[0] - self._since[0], now[1] - self._since[1]))
        self._name, self._since = name, now

    def note(self, words: str) -> None:
        self._notes.append(words)

    def report(self) -> bytes:
        """A table for people."""
        self.begin("")
        whole = Stage("total", sum(each.seconds for each in self._done), sum(each.processor for each in self._done))
        lines = [f"{'stage':<12}{'wall ms':>10}{'CPU ms':>10}"]
        lines += [
            f"{each.name:<12}{each.seconds * 1000:>10.1f}{each.processor * 1000:>10.1f}"
            for each in (*self._done, whole)
        ]
        return "".join(f"{line}\n" for line in (*lines, *self._notes)).encode()


def _processor_time() -> float:
    spent = os.times()  # in hundredths of a second, which is enough for children: they do longer work
    return time.process_time() + spent.children_user + spent.children_system
