"""Writes a file that meminit makes into the repository, as a whole or not at all."""

import os
import stat
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from meminit import atomic
from meminit.faults import WRITE_REFUSED, MeminitError
from meminit.paths import real_path
from meminit.sources import gate

Seen = TypeVar("Seen")
_REPOSITORY_FOLDERS = frozenset({".git", ".hg", ".svn"})


class Destination(NamedTuple):
    """The path to write to, and the permissions of the file that is there; None where there is none."""

    root: str
    relative: str
    mode: int | None

    @property
    def path(self) -> str:
        return os.path.join(self.root, *self.relative.split("/"))


def destination(root: str, relative: str) -> Destination:
    """Raises WRITE_REFUSED for a path at which nothing may be written."""
    found = Destination(root, relative, None)
    folder = os.path.dirname(found.path)
    if _REPOSITORY_FOLDERS.intersection(relative.split("/")):
        raise _refused(relative, "it would lie among the files of a version control system")
    if real_path(folder) != folder:
        raise _refused(relative, "a folder on the way is a symbolic link")
    return found._replace(mode=_mode(found.path, relative))


def seen(where: Destination, look: Callable[[str], Seen]) -> Seen | None:
    """What `look` returns for the file that is there; None where there is none. Raises WRITE_REFUSED."""
    if where.mode is None:
        return None
    try:
        return look(where.path)
    except gate.SourceError as error:
        raise _refused(where.relative, f"what is there cannot be read: {error.words}") from error


def foreign(where: Destination) -> MeminitError:
    return _refused(where.relative, "what is there was not written by meminit, and is not replaced")


def put(where: Destination, pieces: Iterable[bytes]) -> None:
    """Makes missing folders. Raises WRITE_REFUSED. The pieces may be read twice."""
    try:
        os.makedirs(os.path.dirname(where.path), exist_ok=True)
        atomic.replace(where.path, pieces, mode=where.mode)
    except OSError as error:
        words = os.strerror(error.errno) if error.errno else "it cannot be written"
        raise MeminitError(WRITE_REFUSED, f"{where.relative}: {words}", path=where.relative) from error


def _refused(relative: str, words: str) -> MeminitError:
    return MeminitError(WRITE_REFUSED, f"{relative}: {words}", path=relative, phase="validation")


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
