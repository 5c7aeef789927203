"""The files of a repository as a run sees them: those on the disk, and unsaved or planned text that lies over them."""

import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol, TypeAlias

from meminit.paths import Real, RealPaths, may_be_there
from meminit.sources import gate

Kind = Literal["file", "folder", "link"]
Names: TypeAlias = tuple[str, ...]
_MOST_LINKS = 40  # that lead to one another
_HAS_JUNCTIONS = sys.platform == "win32" and hasattr(os.DirEntry, "is_junction")  # a kind of link


class Stored(NamedTuple):
    """A content that is read when it is wanted, up to a limit; what has the same name is the same."""

    name: str
    read: Callable[[int], bytes]


class LinkTo(NamedTuple):
    """A symbolic link, with what it says."""

    target: str


Laid: TypeAlias = bytes | Stored | LinkTo | None


class Overlay(NamedTuple):
    """Contents that stand for files, by their paths below the root; None takes a file or a whole folder away.

    A whole one hides the disk: there is nothing but its contents.
    """

    contents: Mapping[str, Laid] = {}
    is_whole: bool = False

    def __bool__(self) -> bool:
        return self.is_whole or bool(self.contents)


NO_OVERLAY = Overlay()


class Folders(Protocol):
    """Lists the folders of a repository."""

    def entries(self, names: Names) -> Mapping[str, Kind] | None:
        """What a folder holds; None if it cannot be listed."""


class Files:
    """Everything that is read of a repository is read through here. `below` lists what the overlay lies on.

    It notes what decided besides documents: in `looked_at` the paths of files and folders below the root, and in
    `followed` whole paths whose links were followed. Who asks git for more sets `is_all_noted` to False.
    """

    def __init__(self, root: str, overlay: Overlay = NO_OVERLAY, below: Folders | None = None) -> None:
        self.root = root
        self.prefix = os.path.join(root, "")  # before the path of a file, which `os.path.join` takes its time to add
        self.overlay = overlay
        self._base = root.rstrip(os.sep)
        self._real_paths = RealPaths()
        self._contents = overlay.contents
        self._folders = _folders(overlay.contents)
        self._below = below
        self.looked_at: set[str] = set()
        self.followed: set[str] = set()
        self.is_all_noted = True

    def entries(self, names: Names) -> Mapping[str, Kind] | None:
        """What a folder holds; None if it cannot be listed."""
        if self._contents and self._is_hidden(names):
            return None
        laid = self._folders.get(names)
        if laid is None:
            return None if self.overlay.is_whole else self._listed(names)
        there = {} if self.overlay.is_whole else self._listed(names) or {}
        merged = {**there, **laid}
        return {name: kind for name, kind in merged.items() if kind is not None}

    def read(self, file: str, limit: int) -> bytes:
        """The bytes of a regular file. The path's own last part is never followed if it is a link."""
        self.looked_at.add(file)
        return self.read_with_status(file, limit)[0]

    def read_with_status(self, file: str, limit: int) -> tuple[bytes, os.stat_result | None]:
        """The same of a document, with the status of the very file that was read; None for what lies over the disk."""
        if self.is_laid(file):
            return self._laid(file, limit), None
        return gate.read_and_seen(self.prefix + file, limit)

    def blocks(self, file: str) -> Iterator[bytes]:
        """The bytes of a regular file of any size, some at a time; a link is not followed."""
        self.looked_at.add(file)
        return iter((self._laid(file, sys.maxsize),)) if self.is_laid(file) else gate.blocks(self.prefix + file)

    def link_text(self, file: str) -> bytes:
        """Where a symbolic link leads, as it is written; raises gate.SourceError for anything else."""
        self.looked_at.add(file)
        try:
            return os.fsencode(os.readlink(self.prefix + file))
        except (OSError, ValueError) as error:
            raise gate.SourceError("unreadable", "it cannot be read as a symbolic link") from error

    def read_inside(self, file: str, limit: int) -> bytes:
        """The bytes of a file, links resolved, refused when they lead out of the root."""
        if self.is_laid(file):
            end = self._end(file) if isinstance(self._contents.get(file), LinkTo) else file
            if end is None:
                raise gate.SourceError("escape", "it leads out of the repository")
            if self.is_laid(end):
                return self._laid(end, limit)
            file = end
        self.followed.add(self.prefix + file)
        return gate.read_inside(self.root, file, limit)

    def is_laid(self, file: str) -> bool:
        """Whether the overlay decides what is there."""
        return bool(self.overlay) and (self.overlay.is_whole or file in self._contents)

    def laid_text(self, file: str, limit: int) -> bytes | None:
        """What lies over a file; None where nothing does, or what cannot be had."""
        try:
            return self._laid(file, limit) if self.is_laid(file) else None
        except gate.SourceError:
            return None

    def may_be_there(self, file: str) -> bool:
        """Whether there is anything at a path, be it a link to nothing or what cannot be looked at."""
        if self.is_laid(file):
            return self._contents.get(file) is not None or tuple(file.split("/")) in self._folders
        self.looked_at.add(file)
        return may_be_there(self.prefix + file)

    def real(self, names: Names) -> Real:
        """Where a path leads when links are followed."""
        if self.overlay:
            file = "/".join(names)
            laid = self._contents.get(file)
            if isinstance(laid, LinkTo):
                end = self._end(file)
                place = os.path.join(os.path.dirname(self.path(names)), laid.target)
                return self._real_paths.of(place) if end is None else self.real(tuple(end.split("/")) if end else ())
            is_folder = self._kind_laid(names) == "folder" or file not in self._contents
            if names in self._folders and is_folder:
                return Real(self.path(names), stat.S_IFDIR)
            if self.is_laid(file):
                return Real(self.path(names), stat.S_IFREG if laid is not None else 0)
        path = self.path(names)
        self.followed.add(path)
        return self._real_paths.of(path)

    def _is_hidden(self, names: Names) -> bool:
        """Whether the overlay takes this folder away, or one above it."""
        above = (names[:depth] for depth in range(1, len(names) + 1))
        return any(self._contents.get("/".join(each), b"") is None and self._kind_laid(each) is None for each in above)

    def _kind_laid(self, names: Names) -> Kind | None:
        return self._folders.get(names[:-1], {}).get(names[-1]) if names else "folder"

    def _end(self, file: str) -> str | None:
        """The path that a laid link leads to, past other ones; None for one that leads out, or in a circle."""
        for _ in range(_MOST_LINKS):
            laid = self._contents.get(file)
            if not isinstance(laid, LinkTo):
                return file
            there = os.path.normpath(os.path.join(self.root, os.path.dirname(file), laid.target))
            if there != self._base and not there.startswith(self.prefix):
                return None
            file = there[len(self.prefix) :].replace(os.sep, "/")
        return None

    def forget(self) -> None:
        """Links may lead elsewhere than before."""
        self._real_paths = RealPaths()

    def path(self, names: Names) -> str:
        return os.sep.join((self._base, *names)) if names else self.root

    def _laid(self, file: str, limit: int) -> bytes:
        content = self._contents.get(file)
        if content is None:
            raise gate.SourceError("missing", "it does not exist")
        if isinstance(content, LinkTo):
            raise gate.SourceError("unreadable", gate.IS_LINK)
        if isinstance(content, Stored):
            content = content.read(limit)
        if len(content) > limit:
            raise gate.SourceError("too_large", f"it has {len(content)} bytes, and {limit} are allowed")
        return content

    def _listed(self, names: Names) -> Mapping[str, Kind] | None:
        if self._below:
            return self._below.entries(names)
        self.looked_at.add("/".join(names))
        try:
            with os.scandir(self.path(names)) as entries:
                return {entry.name: _kind(entry) for entry in entries}
        except OSError:
            return None


def _folders(contents: Mapping[str, Laid]) -> dict[Names, dict[str, Kind | None]]:
    """What an overlay says of the entries of each folder; None for one that is taken away."""
    found: dict[Names, dict[str, Kind | None]] = {}
    for file, content in contents.items():
        names = tuple(file.split("/"))
        kind: Kind | None = None if content is None else "link" if isinstance(content, LinkTo) else "file"
        entries = found.setdefault(names[:-1], {})
        entries[names[-1]] = kind or entries.get(names[-1])
        for depth in range(len(names) - 1) if kind else ():
            entries = found.setdefault(names[:depth], {})
            entries[names[depth]] = entries.get(names[depth]) or "folder"
    return found


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_file(follow_symlinks=False):
        return "file"
    if _HAS_JUNCTIONS and entry.is_junction():  # type: ignore[attr-defined,unused-ignore]  # since Python 3.12
        return "link"
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "link" if entry.is_symlink() else "file"
