"""Where summaries are kept: in the user's cache directory, in files named after the repository.

A run opens files by their names and lists nothing, however many repositories have files there. Two kinds of small files
make that possible: hints say which repositories have summaries of a kind, and a count says how much was written.
"""

import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from meminit import atomic
from meminit.paths import absolute_path
from meminit.sources import gate

MOST_BYTES = 512 * 1024 * 1024  # of all files; those written longest ago are removed first
ENDINGS = (".cards", ".later")
LARGEST = 1 << 30  # bytes of a file; far more than any repository needs
_LESS = 7 / 8  # of the bound remains after removing, so that the next run need not remove again
_NAME = 16  # characters of a name, without its purpose
_OF_A_KIND = 4  # repositories that a hint names for each kind: the newest, and some in case it is gone
_MOST_HINTS = 64  # in one file
_LONGEST_HINTS = 1 << 16  # bytes of one file
_COUNT = ".meminit-written"  # its length is the count, so that several runs can add to it without reading it
_ABANDONED = 3_600_000_000_000  # nanoseconds after which a temporary file is taken for abandoned
_UNIT = 1 << 16  # bytes that are counted as one
# Patterns are compiled where they are used, which few runs do.
_OURS = rf"[0-9a-f]{{{_NAME}}}(-[a-z-]+)?"  # see `name`
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
        """Whether this temporary file may still be in use; that of a run that was killed becomes old."""
        return self.path.endswith(".tmp") and now - self.written < _ABANDONED


def directory(chosen: str | None) -> str | None:
    """The directory that is configured, or the user's own; None for a user without one."""
    if chosen:
        return absolute_path(chosen)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):  # the specification says to ignore relative paths
        return os.path.join(base, "meminit")
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local, "meminit", "cache") if local else None
    home = os.path.expanduser("~")
    own = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(home, *own, "meminit") if os.path.isabs(home) else None


def name(root: str, purpose: str = "") -> str:
    """The name of the files of a repository. Two repositories with one name share files, as two checkouts do.

    For another purpose than checking, the name has a suffix.
    """
    data = os.fsencode(root)
    return f"{zlib.crc32(data):08x}{zlib.crc32(data[::-1]):08x}" + (purpose and f"-{purpose}")


def alike(own: str, kind: str, begins: bytes) -> Iterator[str]:
    """Files of other repositories whose summaries are of this kind and begin so, the newest first; without endings."""
    place, stem = os.path.split(own)
    for each_kind, other in _hints(place, kind):
        path = os.path.join(place, other)
        if each_kind == kind and other != stem:
            with suppress(gate.SourceError):
                if gate.beginning(path + ENDINGS[0], LARGEST, len(begins)) == begins:
                    yield path


def hint(own: str, kind: str) -> None:
    """Lets other repositories find these summaries; where two runs do so at once, one hint may be lost."""
    place, stem = os.path.split(own)
    hints = _hints(place, kind)
    same = [each for each in hints if each[0] == kind]
    if same[:1] != [(kind, stem)]:
        older = [each for each in same if each[1] != stem][: _OF_A_KIND - 1]
        kept = [(kind, stem), *older, *(each for each in hints if each[0] != kind)][:_MOST_HINTS]
        lines = "".join(f"{each_kind} {each_stem}\n" for each_kind, each_stem in kept)
        atomic.replace(_hints_path(place, kind), [lines.encode()], private=True, durable=False)


def _hints(place: str, kind: str) -> list[tuple[str, str]]:
    """Kinds and names of repositories; lines that are not as expected are skipped."""
    try:
        text = bytes(gate.own_bytes(_hints_path(place, kind), _LONGEST_HINTS)).decode("ascii", errors="replace")
    except gate.SourceError:
        return []
    found = (line.partition(" ") for line in text.splitlines())
    return [(each_kind, stem) for each_kind, _, stem in found if re.fullmatch(_OURS, stem)]


def _hints_path(place: str, kind: str) -> str:
    """One of 256 files, no matter how many kinds there are."""
    return os.path.join(place, f".meminit-alike-{kind[:2]}")


def amount(place: str, root: str | None) -> Amount:
    """How much is kept of a repository, or of all of them; raises OSError for a directory that cannot be listed."""
    sizes = [entry.stat(follow_symlinks=False).st_size for entry in _entries(place, root)]
    return Amount(len(sizes), sum(sizes))


def clear(place: str, root: str | None) -> None:
    """Removes what is kept of a repository, or of all of them, as far as possible."""
    with suppress(OSError):
        aside = _listed(place, _ASIDE) if root is None else []
        for entry in (*_entries(place, root), *aside):
            _is_removed(entry.path)


def count(own: str, size: int) -> None:
    """Counts what was written, and removes old files where there is too much; the repository's own files stay.

    The count is never too low. A file that is written again counts again until all files are measured, which happens
    when the count is over the bound, or missing.
    """
    place = os.path.dirname(own)
    try:
        counted = _add(place, size, 0)
    except OSError:
        counted = None
    if counted is None or counted > MOST_BYTES:
        _shrink(place, own)


def _shrink(place: str, own: str) -> None:
    """Measures all files, and removes those written longest ago where they are over the bound.

    The old count is removed first: so other runs that write meanwhile measure too, and the next run if this one dies.
    """
    with suppress(OSError):
        os.unlink(os.path.join(place, _COUNT))
    files = sorted(_files(place), key=lambda each: each.written)
    total = sum(each.size for each in files)
    if total > MOST_BYTES:
        now = files[-1].written  # by the clock of that file system
        for each in files:
            if total <= MOST_BYTES * _LESS:
                break
            if not each.path.startswith(own) and not each.is_being_written(now):
                total -= each.size if _is_removed(each.path) else 0
    _add(place, total, os.O_CREAT)


def _files(place: str) -> Iterator[_File]:
    for entry in _entries(place, None):
        with suppress(FileNotFoundError):  # another run has removed it
            status = entry.stat(follow_symlinks=False)
            yield _File(entry.path, status.st_size, status.st_mtime_ns)


def _add(place: str, size: int, flags: int) -> int:
    """Adds to the count, and returns the sum in bytes."""
    flags |= os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(os.path.join(place, _COUNT), flags, 0o600)
    try:
        atomic.write_all(descriptor, b"." * -(-size // _UNIT))
        return os.fstat(descriptor).st_size * _UNIT
    finally:
        os.close(descriptor)


def _entries(place: str, root: str | None) -> list[os.DirEntry[str]]:
    """The files with summaries; for all repositories, also the temporary files of interrupted runs."""
    if root is None:
        return _listed(place, rf"{_OURS}({'|'.join(map(re.escape, ENDINGS))})|{_TEMPORARY}")
    return _listed(place, rf"{name(root)}(-[a-z-]+)?({'|'.join(map(re.escape, ENDINGS))})")


def _listed(place: str, pattern: str) -> list[os.DirEntry[str]]:
    """The files whose whole names are ours: a directory that was configured may hold other files."""
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
