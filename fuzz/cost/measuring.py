"""What a command costs in a repository: processor time and memory of its processes, up to a limit."""

import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_MEGABYTE = 1_000_000
_KILOBYTE = 1024
_ADDRESSES = 4 << 30  # bytes, of which a process may use this many before it is refused more


class Cost(NamedTuple):
    """`seconds` of all processes together, `megabytes` of the largest of them."""

    seconds: float
    megabytes: float
    exit: int


class Bound(NamedTuple):
    """What a command may cost."""

    seconds: float = 5.0
    megabytes: float = 300.0

    def is_kept(self, cost: Cost) -> bool:
        return cost.seconds <= self.seconds and cost.megabytes <= self.megabytes


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")


def measured(command: Sequence[str], folder: Path, most_seconds: int) -> Cost:
    """A process that takes more than the most is ended, and has cost that much."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, _ADDRESSES))

    with open(os.devnull, "r+b") as nothing:
        process = subprocess.Popen(command, cwd=folder, stdin=nothing, stdout=nothing, stderr=nothing, preexec_fn=limit)  # noqa: PLW1509 - nothing else runs here
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # so that it is not waited for again
    largest = usage.ru_maxrss * (1 if sys.platform == "darwin" else _KILOBYTE)
    return Cost(usage.ru_utime + usage.ru_stime, largest / _MEGABYTE, process.returncode)
