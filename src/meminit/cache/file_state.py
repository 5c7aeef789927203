"""What tells at a look whether a file is still the one that was read."""

import os
import stat
from typing import TypeAlias

# The size, the times at which the content and at which anything was changed, the volume, and the number in it.
FileState: TypeAlias = tuple[int, int, int, int, int]

_SECOND = 1_000_000_000
_DIGITS = 40
_NOTES_CHANGES = os.name == "posix"  # elsewhere the second time is that of the file's making
_FINE_TICK = 50_000_000  # more than a tick of the clock of any file system that counts in less than seconds
_COARSE_TICK = 2 * _SECOND
UNSETTLED: FileState = (-1, 0, 0, 0, 0)  # in place of the state of a file of which only the content tells


def state_of(path: str) -> FileState | None:
    """None for what is no regular file."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return _told(status) if stat.S_ISREG(status.st_mode) else None


def is_that(status: os.stat_result, state: FileState) -> bool:
    """Whether an open file is the one that was looked at by its path: a folder may have come to stand there since."""
    told = _told(status)
    return told == state if _NOTES_CHANGES else told[:2] == state[:2]


def _told(status: os.stat_result) -> FileState:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_dev, status.st_ino


def is_settled(state: FileState, now: int) -> bool:
    """Whether the file was last changed so long before that no later change can bear the same times.

    `now` is a time before the file was read. A file that changes within one tick of the clock keeps its state. Where
    the system notes each change of anything, nobody can set that time, and it alone decides.
    """
    _, modified, changed, *_ = state
    times = (changed,) if _NOTES_CHANGES else (modified, changed)
    tick = _FINE_TICK if all(each % _SECOND for each in times) else _COARSE_TICK
    return max(times) < now - tick


def digest_of(content: bytes) -> str:
    """What tells this content from any other, one that was made to be taken for it included."""
    import hashlib  # noqa: PLC0415 - costs start-up, and is wanted only where something has changed

    return hashlib.sha256(content).hexdigest()[:_DIGITS]
