"""Lays what git has of files over those of the disk, as far as they differ: those of the index, or of base."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping

from meminit.faults import HISTORY_MISSING, MeminitError
from meminit.history.blobs import contents
from meminit.history.changes import Changes, Entry
from meminit.sources import gate
from meminit.sources.files import NO_OVERLAY, Laid, LinkTo, Overlay, Stored
from meminit.sources.git import Git, GitError

_LARGEST_LINK = 4096


class Contents:
    """Reads contents of git when they are wanted, and many at once where it is known that they will be."""

    def __init__(self, asked: Git, failed: Callable[[GitError], MeminitError]) -> None:
        self._asked = asked
        self._failed = failed
        self._known: dict[str, bytes | None] = {}

    def foresee(self, names: Iterable[str], limit: int) -> None:
        """Reads what will be wanted."""
        wanted = set(names) - self._known.keys()
        if wanted:
            try:
                self._known |= contents(self._asked, wanted, limit)
            except GitError as error:
                raise self._failed(error) from error

    def read(self, name: str, limit: int) -> bytes:
        """Raises SourceError for one that is too large, MeminitError for one that this clone lacks."""
        if self._known.get(name) is None:
            self._known.pop(name, None)
            self.foresee((name,), limit)
        if name not in self._known:
            words = "this clone is partial, and lacks a file of the commit that is compared with"
            raise MeminitError(HISTORY_MISSING, f"{words}; fetch it, or clone without --filter")
        content = self._known[name]
        if content is None or len(content) > limit:
            raise gate.SourceError("too_large", f"it has more than {limit} bytes")
        return content

    def stored(self, name: str) -> Stored:
        return Stored(name, lambda limit: self.read(name, limit))


def over(
    root: str,
    changes: Changes,
    read: Contents,
    wanted: Callable[[str], bool],
    limit: int,
    under: Overlay = NO_OVERLAY,
) -> Overlay:
    """What stood before these changes, over what is there now; `under` is what already lies over the disk.

    `wanted` are paths whose contents will be read, up to a limit.
    """
    sides = {path: side.before for path, side in changes.differing.items()}
    read.foresee((each.name for each in sides.values() if each and each.is_link), _LARGEST_LINK)
    read.foresee((each.name for path, each in sides.items() if each and not each.is_link and wanted(path)), limit)
    own = {path: _laid(each, read) for path, each in sides.items() if each is None or not each.is_module}
    laid = {**under.contents, **own}
    return Overlay({**laid, **dict.fromkeys(_emptied(root, laid), None)})


def _laid(entry: Entry | None, read: Contents) -> Laid:
    if entry is None:
        return None
    if entry.is_link:
        return LinkTo(os.fsdecode(read.read(entry.name, _LARGEST_LINK)))
    return read.stored(entry.name)


def _emptied(root: str, laid: Mapping[str, Laid]) -> set[str]:
    """The folders in which nothing is left: git knows none without a file."""
    gone = {path for path, content in laid.items() if content is None}
    kept = {each for path, content in laid.items() if content is not None for each in (path, *_above(path))}
    found: set[str] = set()
    for folder in sorted({above for path in gone for above in _above(path)}, key=lambda each: -each.count("/")):
        if folder not in kept and _holds_only(os.path.join(root, folder), folder, gone, found):
            found.add(folder)
    return found


def _above(path: str) -> Iterable[str]:
    names = path.split("/")[:-1]
    return ("/".join(names[:end]) for end in range(1, len(names) + 1))


def _holds_only(place: str, folder: str, *gone: Collection[str]) -> bool:
    try:
        return all(any(f"{folder}/{each}" in some for some in gone) for each in os.listdir(place))
    except OSError:
        return False
