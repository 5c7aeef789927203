"""Puts a file of meminit's own making in its place in the repository, as a whole or not at all."""

import os
import stat
from collections.abc import Callable, Iterable
from typing import NamedTuple

from meminit import atomic
from meminit.faults import WRITE_REFUSED, MeminitError
from meminit.paths import real_path
from meminit.sources import gate

_REPOSITORY_FOLDERS = frozenset({".git", ".hg", ".svn"})


class Place(NamedTuple):
    """Where a file shall stand, and what there is: its permissions and its content, None where there is nothing."""

    root: str
    relative: str
    mode: int | None
    content: bytes | None

    @property
    def path(self) -> str:
        return os.path.join(self.root, *self.relative.split("/"))


def place(root: str, relative: str, is_ours: Callable[[bytes], bool], limit: int) -> Place:
    """Raises WRITE_REFUSED where nothing may be written: what is there is not replaced unless it is meminit's own."""
    found = Place(root, relative, None, None)
    folder = os.path.dirname(found.path)
    if _REPOSITORY_FOLDERS.intersection(relative.split("/")):
        raise _refused(relative, "it would lie among the files of a version control system")
    if real_path(folder) != folder:
        raise _refused(relative, "a folder on the way is a symbolic link")
    found = found._replace(mode=_mode(found.path, relative))
    if found.mode is None:
        return found
    try:
        content = gate.read_bytes(found.path, limit)
    except gate.SourceError as error:
        raise _refused(relative, f"what is there cannot be read: {error.words}") from error
    if not is_ours(content):
        raise _refused(relative, "what is there was not written by meminit, and is not replaced")
    return found._replace(content=content)


def put(where: Place, pieces: Iterable[bytes]) -> bool:
    """Whether anything had to be written; folders that are missing are made. Raises WRITE_REFUSED.

    The pieces of what shall stand there are gone through more than once.
    """
    if where.content is not None and is_made_of(where.content, pieces):
        return False
    try:
        os.makedirs(os.path.dirname(where.path), exist_ok=True)
        atomic.replace(where.path, pieces, mode=where.mode)
    except OSError as error:
        words = os.strerror(error.errno) if error.errno else "it cannot be written"
        raise _refused(where.relative, words) from error
    return True


def is_made_of(content: bytes, pieces: Iterable[bytes]) -> bool:
    """Whether the pieces, one after the other, are the content; to put together what is large takes longer."""
    at = 0
    for piece in pieces:
        if not content.startswith(piece, at):
            return False
        at += len(piece)
    return at == len(content)


def _refused(relative: str, words: str) -> MeminitError:
    return MeminitError(WRITE_REFUSED, f"{relative}: {words}", path=relative)


def _mode(path: str, relative: str) -> int | None:
    """The permissions of the file that is there already; only a regular one is replaced."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _refused(relative, os.strerror(error.errno) if error.errno else "it cannot be looked at") from error
    if not stat.S_ISREG(status.st_mode):
        what = "a symbolic link" if stat.S_ISLNK(status.st_mode) else "no regular file"
        raise _refused(relative, f"what is there is {what}")
    if not os.access(path, os.W_OK):
        raise _refused(relative, "it is read-only")
    return stat.S_IMODE(status.st_mode)
