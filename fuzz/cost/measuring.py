"""What a command costs in a repository: processor time and memory of its processes, up to a limit."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

_MEGABYTE = 1_000_000
_KILOBYTE = 1024
_ADDRESSES = 4 << 30  # bytes, of which a process may use this many before it is refused more


# In a small process of its own: what a process inherits from a large one by its fork counts as its memory.
_MEASURING = """
import os, resource, sys
most, addresses, *command = sys.argv[1:]
child = os.fork()
if not child:
    nothing = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nothing, each)
    resource.setrlimit(resource.RLIMIT_CPU, (int(most), int(most) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (int(addresses), int(addresses)))
    try:
        os.execvp(command[0], command)
    finally:
        os._exit(127)
_, status, usage = os.wait4(child, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, status)
"""


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
    measuring = [sys.executable, "-S", "-c", _MEASURING, str(most_seconds), str(_ADDRESSES), *command]
    done = subprocess.run(measuring, cwd=folder, capture_output=True, text=True, check=True)
    seconds, largest, status = done.stdout.split()
    size = int(largest) * (1 if sys.platform == "darwin" else _KILOBYTE)
    return Cost(float(seconds), size / _MEGABYTE, os.waitstatus_to_exitcode(int(status)))
