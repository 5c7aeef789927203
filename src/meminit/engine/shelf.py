"""Where cards are kept: in the user's cache directory, under a name that belongs to the repository."""

import os
import sys
import zlib
from contextlib import suppress
from typing import NamedTuple

MOST_BYTES = 512 * 1024 * 1024  # of all that is kept; what was written longest ago goes first
ENDINGS = (".cards", ".later")
_TEMPORARY = ".meminit-"


class Cleared(NamedTuple):
    files: int
    bytes: int


def directory(chosen: str | None) -> str | None:
    """The directory that was asked for, or the user's own; None for a user who has none."""
    if chosen:
        return os.path.abspath(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return os.path.join(base, "meminit") if os.path.isabs(base) else None
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local, "meminit", "cache") if local else None
    home = os.path.expanduser("~")
    own = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(home, *own, "meminit") if os.path.isabs(home) else None


def name(root: str) -> str:
    """A name for the repository; two that share one only take turns, since what is kept says whose it is."""
    data = os.fsencode(root)
    return f"{zlib.crc32(data):08x}{zlib.crc32(data[::-1]):08x}"


def clear(place: str, root: str | None) -> Cleared:
    """Removes what is kept of a repository, or of all of them."""
    removed = [_remove(entry) for entry in _entries(place) if root is None or entry.name.startswith(name(root))]
    return Cleared(sum(size is not None for size in removed), sum(size or 0 for size in removed))


def shrink(place: str, own: str) -> None:
    """Keeps the whole within its bound; what was just written stays."""
    entries = [(entry.stat().st_mtime_ns, entry) for entry in _entries(place)]
    total = sum(entry.stat().st_size for _, entry in entries)
    for _, entry in sorted(entries, key=lambda each: each[0]):
        if total <= MOST_BYTES:
            return
        if not entry.path.startswith(own):
            total -= _remove(entry) or 0


def _entries(place: str) -> list[os.DirEntry[str]]:
    """The files that are ours by their names, those included that a run left half written."""
    try:
        with os.scandir(place) as found:
            return [each for each in found if each.name.endswith(ENDINGS) or each.name.startswith(_TEMPORARY)]
    except OSError:
        return []


def _remove(entry: os.DirEntry[str]) -> int | None:
    with suppress(OSError):
        size = entry.stat(follow_symlinks=False).st_size
        os.unlink(entry.path)
        return size
    return None
