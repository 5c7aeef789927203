"""Puts a file of meminit's own making in its place in the repository, as a whole or not at all."""

import os
import stat
from contextlib import suppress

from meminit import atomic
from meminit.faults import WRITE_REFUSED, MeminitError
from meminit.paths import real_path
from meminit.sources import gate


def put(root: str, relative: str, data: bytes) -> bool:
    """Whether anything had to be written; folders that are missing are made. Raises WRITE_REFUSED."""
    path = os.path.join(root, *relative.split("/"))
    folder = os.path.dirname(path)
    if real_path(folder) != folder:
        raise MeminitError(WRITE_REFUSED, f"{relative}: a folder on the way is a symbolic link", path=relative)
    try:
        mode = _mode(path, relative)
        if mode is not None and _holds(path, data):
            return False
        os.makedirs(folder, exist_ok=True)
        atomic.replace(path, data, mode=mode)
    except OSError as error:
        words = os.strerror(error.errno) if error.errno else "it cannot be written"
        raise MeminitError(WRITE_REFUSED, f"{relative}: {words}", path=relative) from error
    return True


def _mode(path: str, relative: str) -> int | None:
    """The permissions of the file that is there already; only a regular one is replaced."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        what = "a symbolic link" if stat.S_ISLNK(status.st_mode) else "no regular file"
        raise MeminitError(WRITE_REFUSED, f"{relative}: what is there is {what}", path=relative)
    if not os.access(path, os.W_OK):
        raise MeminitError(WRITE_REFUSED, f"{relative}: it is read-only", path=relative)
    return stat.S_IMODE(status.st_mode)


def _holds(path: str, data: bytes) -> bool:
    with suppress(gate.SourceError):
        return gate.read_bytes(path, len(data)) == data
    return False
