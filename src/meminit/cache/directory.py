"""Manages the user's cache directory: the names of its files, their sizes, and the bound on all of them.

A run opens files by their names and lists nothing, however many repositories have files there. It counts what it
writes, and lists the files only when the count is over the bound.
"""

import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from meminit import atomic
from meminit.kept_answer import ENDING as ANSWERS
from meminit.paths import absolute_path

MOST_BYTES = 512 * 1024 * 1024  # of all files; what was written longest ago is removed first
LINKS = ".links"  # what is wrong with links
ENDINGS = (".cards", ".later", ANSWERS, LINKS)
LARGEST = 1 << 30  # bytes of a file; no repository comes near it
_LESS = 7 / 8  # of the bound is left after removing, so that the next run does not have to remove again
_NAME = 16  # characters of a name, without its purpose
_COUNT = ".meminit-written"  # its length is the count, so that runs at the same time can add to it without reading it
_UNIT = 1 << 16  # bytes that are one byte of the count
_ABANDONED = 3_600_000_000_000  # nanoseconds; a temporary file that is older belongs to a run that was killed
# Patterns are compiled where they are used, which few runs do.
OURS = rf"[0-9a-f]{{{_NAME}}}(-[a-z-]+)?"  # see `name`
_TEMPORARY = r"\.meminit-[0-9a-f]{16}\.tmp"  # see `atomic`
_ASIDE = r"\.meminit-(written|alike-[0-9a-f]{2})"


class Amount(NamedTuple):
    files: int
    bytes: int


class _File(NamedTuple):
    path: str
    size: int
    written: int  # nanoseconds

    def is_being_written(self, now: int) -> bool:
        """Whether another run may be about to give it its name."""
        return self.path.endswith(".tmp") and now - self.written < _ABANDONED


def directory(chosen: str | None) -> str | None:
    """The directory that was asked for, or the user's own; None for a user who has none."""
    if chosen:
        return absolute_path(chosen)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):  # its specification says that any other is to be ignored
        return os.path.join(base, "meminit")
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local, "meminit", "cache") if local else None
    home = os.path.expanduser("~")
    own = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(home, *own, "meminit") if os.path.isabs(home) else None


def name(root: str, purpose: str = "") -> str:
    """The name of a repository's files. Two repositories that happen to share one use it in turns.

    Cards for another purpose than checking have a longer name, which begins with that of the repository.
    """
    data = os.fsencode(root)
    return f"{zlib.crc32(data):08x}{zlib.crc32(data[::-1]):08x}" + (purpose and f"-{purpose}")


def amount(place: str, root: str | None) -> Amount:
    """The files of a repository, or of all of them; raises OSError if they cannot be listed."""
    sizes = [each.size for each in _files(place, root)]
    return Amount(len(sizes), sum(sizes))


def clear(place: str, root: str | None) -> None:
    """Removes the files of a repository, or of all of them, as far as possible."""
    with suppress(OSError):
        aside = _listed(place, _ASIDE) if root is None else []
        for entry in (*_entries(place, root), *aside):
            _is_removed(entry.path)


def count(own: str, size: int) -> None:
    """Counts what was written, and keeps all files within the bound; the repository's own files stay.

    The count is never too low: what replaces a file counts again, until the count is over the bound, or missing, and
    the files are listed.
    """
    place = os.path.dirname(own)
    try:
        counted = _add(place, size, 0)
    except OSError:
        counted = None
    if counted is None or counted > MOST_BYTES:
        _shrink(place, own)


def _shrink(place: str, own: str) -> None:
    """Lists the files to count them, and removes what was written longest ago if they are over the bound.

    The old count is removed first: other runs that write meanwhile list the files as well, and so does the next run if
    this one is killed.
    """
    with suppress(OSError):
        os.unlink(os.path.join(place, _COUNT))
    files = sorted(_files(place, None), key=lambda each: each.written)
    total = sum(each.size for each in files)
    if total > MOST_BYTES:
        now = files[-1].written  # by the clock of that file system
        for each in files:
            if total <= MOST_BYTES * _LESS:
                break
            if not each.path.startswith(own) and not each.is_being_written(now):
                total -= each.size if _is_removed(each.path) else 0
    _add(place, total, os.O_CREAT)


def _files(place: str, root: str | None) -> Iterator[_File]:
    for entry in _entries(place, root):
        with suppress(FileNotFoundError):  # another run has removed it
            status = entry.stat(follow_symlinks=False)
            yield _File(entry.path, status.st_size, status.st_mtime_ns)


def _add(place: str, size: int, flags: int) -> int:
    """Adds to the count, and returns it, in bytes."""
    flags |= os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(os.path.join(place, _COUNT), flags, 0o600)
    try:
        atomic.write_all(descriptor, b"." * -(-size // _UNIT))
        return os.fstat(descriptor).st_size * _UNIT
    finally:
        os.close(descriptor)


def _entries(place: str, root: str | None) -> list[os.DirEntry[str]]:
    """The files with cards; for all repositories, temporary files as well."""
    if root is None:
        return _listed(place, rf"{OURS}({'|'.join(map(re.escape, ENDINGS))})|{_TEMPORARY}")
    return _listed(place, rf"{name(root)}(-[a-z-]+)?({'|'.join(map(re.escape, ENDINGS))})")


def _listed(place: str, pattern: str) -> list[os.DirEntry[str]]:
    """The files whose whole names match: a chosen directory may hold files that are not meminit's."""
    try:
        with os.scandir(place) as found:
            return [each for each in found if re.fullmatch(pattern, each.name)]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_removed(path: str) -> bool:
    try:
        os.unlink(path)
    except OSError:
        return False
    return True
