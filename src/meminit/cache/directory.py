"""Where cards are kept: in the user's cache directory, under a name that belongs to the repository."""

import os
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from meminit.paths import absolute_path
from meminit.sources import gate

MOST_BYTES = 512 * 1024 * 1024  # of all that is kept; what was written longest ago goes first
ENDINGS = (".cards", ".later")
LARGEST = 1 << 30  # bytes of a file; no repository comes near it
_NAME = 16  # characters of a name, without its purpose
# Compiled where they are asked for, which few runs do.
_OURS = rf"[0-9a-f]{{{_NAME}}}(-[a-z-]+)?"  # see `name`
_MOST_TRIED = 64  # files, of which no more than the beginning is read
_TEMPORARY = r"\.meminit-[0-9a-f]{16}\.tmp"  # see `atomic`


class Amount(NamedTuple):
    files: int
    bytes: int


def directory(chosen: str | None) -> str | None:
    """The directory that was asked for, or the user's own; None for a user who has none."""
    if chosen:
        return absolute_path(chosen)
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):  # any other is to be passed over, says the specification
        return os.path.join(base, "meminit")
    if os.name == "nt":
        local = os.environ.get("LOCALAPPDATA")
        return os.path.join(local, "meminit", "cache") if local else None
    home = os.path.expanduser("~")
    own = ("Library", "Caches") if sys.platform == "darwin" else (".cache",)
    return os.path.join(home, *own, "meminit") if os.path.isabs(home) else None


def name(root: str, purpose: str = "") -> str:
    """A name for the repository; two that share one serve each other, as two checkouts do, or take turns.

    What is kept for another purpose than checking has a name that goes on, and so is known for the repository's.
    """
    data = os.fsencode(root)
    return f"{zlib.crc32(data):08x}{zlib.crc32(data[::-1]):08x}" + (purpose and f"-{purpose}")


def alike(own: str, begins: bytes) -> Iterator[str]:
    """What is kept of other repositories for the same purpose and begins so, the newest first; without its ending."""
    place, stem = os.path.split(own)
    ending = stem[_NAME:] + ENDINGS[0]
    with suppress(OSError):
        found = [each for each in _entries(place, None) if each.name[_NAME:] == ending]
        others = [each for each in found if not each.name.startswith(stem)]
        others.sort(key=lambda each: -each.stat(follow_symlinks=False).st_mtime_ns)
        for each in others[:_MOST_TRIED]:
            with suppress(gate.SourceError):
                if gate.beginning(each.path, LARGEST, len(begins)) == begins:
                    yield each.path.removesuffix(ENDINGS[0])


def amount(place: str, root: str | None) -> Amount:
    """How much is kept of a repository, or of all of them; raises OSError where nobody can tell."""
    sizes = [entry.stat(follow_symlinks=False).st_size for entry in _entries(place, root)]
    return Amount(len(sizes), sum(sizes))


def clear(place: str, root: str | None) -> None:
    """Removes what is kept of a repository, or of all of them, as far as that can be done."""
    with suppress(OSError):
        for entry in _entries(place, root):
            _remove(entry)


def shrink(place: str, own: str) -> None:
    """Keeps the whole within its bound; what was just written stays."""
    with suppress(OSError):
        entries = sorted(_entries(place, None), key=lambda each: each.stat(follow_symlinks=False).st_mtime_ns)
        total = sum(entry.stat(follow_symlinks=False).st_size for entry in entries)
        for entry in entries:
            if total <= MOST_BYTES:
                return
            if not entry.path.startswith(own):
                total -= _remove(entry) or 0


def _entries(place: str, root: str | None) -> list[os.DirEntry[str]]:
    """The files that are ours by their names; when all are asked for, what a run left half written is among them."""
    try:
        with os.scandir(place) as found:
            return [each for each in found if _is_ours(each.name, root)]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _is_ours(file: str, root: str | None) -> bool:
    """By its whole name: a directory that was chosen may hold files of others."""
    stem, ending = os.path.splitext(file)
    if ending in ENDINGS and re.fullmatch(_OURS, stem):
        return root is None or file.startswith(name(root))
    return root is None and re.fullmatch(_TEMPORARY, file) is not None


def _remove(entry: os.DirEntry[str]) -> int | None:
    with suppress(OSError):
        size = entry.stat(follow_symlinks=False).st_size
        os.unlink(entry.path)
        return size
    return None
