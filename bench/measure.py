"""runs a command and reports what it cost: CPU time of it and all that it waited for, and wall time."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

RUN_ID = "3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90"  # the one thing in an answer that varies, fixed
_SHOWN = 2000


class Cost(NamedTuple):
    """Seconds."""

    cpu: float
    wall: float


class Failed(Exception):  # noqa: N818 - what happened, in words
    """A command did not do its work."""


def run(command: Sequence[str], folder: Path, output: Path) -> Cost:
    """What the command costs. Its output goes to a file, since that is the same for all who are compared."""
    errors = output.with_suffix(".errors")
    with output.open("wb") as out, errors.open("wb") as err:
        before = time.perf_counter()
        process = start(command, folder, out.fileno(), err.fileno())
        status, cpu = _waited(process)
        wall = time.perf_counter() - before
    judge(command, status, output)
    return Cost(cpu, wall)


def start(command: Sequence[str], folder: Path, out: int, err: int) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "MEMINIT_RUN_ID": RUN_ID, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled, and a clone after its first run
    return subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, env=environment)


def judge(command: Sequence[str], status: int, output: Path) -> None:
    """Findings are fine, but a program that stops early is not quick, and a failure that says nothing is no finding."""
    if status not in {0, 1} or (status and not output.stat().st_size):
        said = output.with_suffix(".errors").read_text(encoding="utf-8", errors="replace")[-_SHOWN:]
        raise Failed(f"exit {status}: {' '.join(command)}\n{said}")


def _waited(process: "subprocess.Popen[bytes]") -> tuple[int, float]:
    if sys.platform == "win32":
        raise Failed("Windows does not tell what a tree of processes costs")
    else:  # noqa: RET506 - mypy passes over what another system lacks only in a branch
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait for it again
        return process.returncode, usage.ru_utime + usage.ru_stime
