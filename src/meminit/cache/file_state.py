"""Recognises by size, times and number whether a file is still the one that was read."""

import os
import stat
from typing import TypeAlias

# The size, the times of the last change of content and of anything, the volume, and the number of the file in it.
FileState: TypeAlias = tuple[int, int, int, int, int]

_SECOND = 1_000_000_000
_DIGITS = 40
_NOTES_CHANGES = os.name == "posix"  # elsewhere the second time is that of the file's creation
_FINE_TICK = 50_000_000  # more than a tick of the clock of any file system that counts in less than seconds
_COARSE_TICK = 2 * _SECOND
_OF_GIT = -2  # no size
UNSETTLED: FileState = (-1, 0, 0, 0, 0)  # the state of a file that has to be compared by content


def state_of(path: str) -> FileState | None:
    """None for what is not a regular file."""
    try:
        status = os.lstat(path)
    except (OSError, ValueError):
        return None
    return _told(status) if stat.S_ISREG(status.st_mode) else None


def state_of_stored(name: str) -> FileState:
    """The state of a content that git has: it is its name, which nothing else has."""
    first, second, third, fourth = (int(name[start : start + 15] or "0", 16) for start in (0, 15, 30, 45))
    return _OF_GIT, first, second, third, fourth


def is_that(status: os.stat_result, state: FileState) -> bool:
    """Whether an open file is the one that was seen at its path: a folder above may have been replaced since."""
    told = _told(status)
    return told == state if _NOTES_CHANGES else told[:2] == state[:2]


def _told(status: os.stat_result) -> FileState:
    return status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_dev, status.st_ino


def is_settled(state: FileState, now: int) -> bool:
    """Whether the file was last changed so long ago that a later change must have other times.

    `now` is a time before the file was read. A file that changes within one tick of the clock keeps its state. Where
    the system records the time of each change of anything, no program can set that time, and only it is compared.
    """
    _, modified, changed, *_ = state
    times = (changed,) if _NOTES_CHANGES else (modified, changed)
    tick = _FINE_TICK if all(each % _SECOND for each in times) else _COARSE_TICK
    return max(times) < now - tick


def digest_of(content: bytes) -> str:
    """A cryptographic digest of the content, so that no other content can be made to match."""
    import hashlib  # noqa: PLC0415 - costs start-up, and is wanted only where something has changed

    return hashlib.sha256(content).hexdigest()[:_DIGITS]
