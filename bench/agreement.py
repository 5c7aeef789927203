"""The answer that all ways to check a tree must give to the byte: that of a full serial run without a cache."""

import json
import time
from pathlib import Path
from typing import NamedTuple

from bench import measure, rounds
from bench.tools import Tools
from bench.trees import Tree

_JOBS = ("2", "3")
_BROKEN = b"\n\nSince then, [a record](record-that-is-gone.md) has been lost.\n"
_TICKS = 0.1  # seconds


class Answer(NamedTuple):
    """What must be printed, and how many findings there are in it."""

    digest: str
    findings: int


def reference(tools: Tools, tree: Tree) -> Answer:
    """That answer, which must be one: to agree on a failure would be easy."""
    measure.run(tools.serial(), tree.folder, tools.output)
    answer = json.loads(tools.output.read_bytes())
    if not answer.get("files_checked"):
        raise measure.Failed(f"nothing is checked in {tree.folder}: {answer.get('error', 'no documents')}")
    return Answer(rounds.digest(tools.output), answer["violations_count"] + answer["warnings_count"])


def hold(tools: Tools, tree: Tree, answer: str) -> None:
    """Any number of workers gives that answer; the ways that are timed are judged whenever they run."""
    for jobs in _JOBS:
        measure.run(tools.check("--jobs", jobs, "--no-cache"), tree.folder, tools.output)
        if rounds.digest(tools.output) != answer:
            raise measure.Failed(f"--jobs {jobs} says something else than --jobs 1 in {tree.folder}")


class Edited:
    """A document that is really changed before each run, always to something new, and always with the same finding.

    Some time before: what was changed within a tick of the clock is not trusted by the run after that either, and so
    the run that is held against this one would not be warm.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._content = path.read_bytes()

    def change(self) -> None:
        self._path.write_bytes(self._content + _BROKEN + f"\nAt {time.time_ns()}.\n".encode())
        time.sleep(_TICKS)

    def restore(self) -> None:
        self._path.write_bytes(self._content)
