"""The lock under which meminit writes: one process writes in one checkout at a time."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from meminit.edits.state_directory import made, state_directory
from meminit.faults import LOCKED, STATE_UNUSABLE, MeminitError

PATIENCE = 10.0  # seconds
_PAUSE = 0.01  # seconds between two attempts, at first
_LONGEST_PAUSE = 0.02
_PRIVATE = 0o600
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@contextmanager
def locked(root: str, patience: float | None = None) -> Iterator[bool]:
    """Holds the lock of the checkout at this real path; raises LOCKED after the patience is over.

    Yields whether it had to wait: then another process has written, and what was known before is old.

    The system frees a lock when its process ends, however that happens; the empty file that carries it stays.
    """
    place = os.path.join(made(state_directory(root)), "lock")
    try:
        descriptor = os.open(place, _FLAGS, _PRIVATE)
        if hasattr(os, "fchmod"):
            os.fchmod(descriptor, _PRIVATE)  # whatever the umask was
    except OSError as error:
        words = os.strerror(error.errno) if error.errno else "it cannot be opened"
        raise MeminitError(STATE_UNUSABLE, f"the lock cannot be used: {words}") from error
    try:
        yield _waited(descriptor, PATIENCE if patience is None else patience)
    finally:
        os.close(descriptor)  # which frees it


def _waited(descriptor: int, patience: float) -> bool:
    pause, has_waited = _PAUSE, False
    while not _is_taken(descriptor):
        if patience <= 0:
            words = "another meminit is writing in this checkout; run the command again when it has ended"
            raise MeminitError(LOCKED, words)
        time.sleep(pause)
        has_waited = True
        patience -= pause
        pause = min(pause * 2, _LONGEST_PAUSE)
    return has_waited


def _is_taken(descriptor: int) -> bool:
    try:
        if os.name == "nt":
            import msvcrt  # noqa: PLC0415 - only there

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl  # noqa: PLC0415 - not everywhere

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if isinstance(error, BlockingIOError | PermissionError):
            return False
        words = "the file system of the state directory has no locks"
        raise MeminitError(STATE_UNUSABLE, words) from error
    return True
