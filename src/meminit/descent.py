"""Finds the processes that a process has left behind, where the system shows them: on Linux."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

PATIENCE = 2.0  # seconds between the two signals that end a process
_PROC = "/proc"
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG
_TICK = 0.02
_MOST_GENERATIONS = 50  # of orphans, each of which may leave others


class _Process(NamedTuple):
    pid: int
    parent: int
    group: int
    is_alive: bool  # a zombie is not


def adopt() -> None:
    """Makes processes whose parents end children of this one, so that they can be found whatever group they chose."""
    _control(_SUBREAPER, 1)


def end_with_parent() -> None:
    """Has the system end this process when the one that started it is killed."""
    _control(_DEATH_SIGNAL, signal.SIGKILL)


def _control(what: int, value: int) -> None:
    with suppress(Exception):  # elsewhere than on Linux, only the group of a process is ended
        import ctypes  # noqa: PLC0415 - wanted only here

        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def children() -> frozenset[int]:
    own = os.getpid()
    return frozenset(each.pid for each in _every() if each.parent == own)


def ask_children_of(parent: int) -> None:
    """Stops that process, and asks the groups of all its children to end; waits for that, but not for long."""
    _signal(parent, signal.SIGSTOP)
    for group in {each.group for each in _every() if each.parent == parent} - {os.getpgrp()}:
        with suppress(OSError):
            os.killpg(group, signal.SIGTERM)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and any(each.parent == parent and each.is_alive for each in _every()):
        time.sleep(_TICK)


def end_children(before: frozenset[int] = frozenset(), patience: float = PATIENCE) -> None:
    """Ends all children but these, and what they leave behind: they are asked to, and after a while killed."""
    for _ in range(_MOST_GENERATIONS):
        left = children() - before
        if not left:
            return
        until = time.monotonic() + patience
        for pid in left:
            _signal(pid, signal.SIGTERM)
        while left and time.monotonic() < until:
            left = frozenset(each for each in left if not _is_reaped(each, os.WNOHANG))
            time.sleep(_TICK if left else 0)
        for pid in left:
            _signal(pid, signal.SIGKILL)
            _is_reaped(pid, 0)
        patience = 0.0


def _signal(pid: int, number: int) -> None:
    with suppress(OSError):
        os.kill(pid, number)


def _is_reaped(pid: int, options: int) -> bool:
    try:
        return os.waitpid(pid, options)[0] == pid
    except OSError:  # it is no child of this process any more
        return True


def has_group(group: int) -> bool:
    """Whether a process of that group is alive."""
    if os.path.isdir(_PROC):
        return any(each.group == group and each.is_alive for each in _every())
    try:
        os.killpg(group, 0)
    except OSError:
        return False
    return True


def _every() -> Iterator[_Process]:
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(_PROC)
    for name in names:
        if name.isdigit():
            with suppress(OSError, ValueError, IndexError), open(f"{_PROC}/{name}/stat", "rb") as file:
                state, parent, group = file.read().rpartition(b")")[2].split()[:3]
                yield _Process(int(name), int(parent), int(group), state not in {b"Z", b"X"})
