"""Finds the processes that a process has left behind, where the system shows them: on Linux."""

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

_PROC = "/proc"
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER


class _Process(NamedTuple):
    pid: int
    parent: int
    group: int
    is_alive: bool  # a zombie is not


def adopt() -> None:
    """Makes processes whose parents end children of this one, so that they can be found whatever group they chose."""
    with suppress(Exception):  # elsewhere than on Linux, only the group of a process is ended
        import ctypes  # noqa: PLC0415 - wanted only here

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def children() -> frozenset[int]:
    own = os.getpid()
    return frozenset(each.pid for each in _every() if each.parent == own)


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
