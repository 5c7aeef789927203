"""Answers what is at a path of the repository, spelled exactly so on every file system. Each folder is listed once."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from meminit.paths import Real, RealPaths
from meminit.sources import gate
from meminit.sources.limits import DEFAULT, Limits
from meminit.words import composed

Kind = Literal["file", "folder", "link"]
Names: TypeAlias = tuple[str, ...]
_HAS_JUNCTIONS = sys.platform == "win32" and hasattr(os.DirEntry, "is_junction")  # a kind of link


class Found(NamedTuple):
    """Something that is there: its own names, and the names it was asked by with their letter case corrected.

    The two differ where a symbolic link was followed. `is_certain` is False where a folder could not be listed.
    """

    is_folder: bool
    names: Names
    spelling: Names
    is_misspelled: bool = False
    is_certain: bool = True


class Missing(NamedTuple):
    """Nothing is there: the last folder that is, and how many names led to it."""

    folder: Names
    depth: int
    is_dangling: bool = False


class Outside(NamedTuple):
    """A symbolic link on the way leads out of the repository."""


Answer: TypeAlias = Found | Missing | Outside


class _Listing:
    """The entries of a folder, and how to find one that is spelled a little differently."""

    def __init__(self, entries: Mapping[str, Kind]) -> None:
        self.entries = entries
        self._composed: dict[str, str] | None = None
        self._folded: dict[str, list[str]] | None = None

    def same(self, name: str) -> str | None:
        """An entry whose name is the same text, however its accents are encoded."""
        if self._composed is None:
            accented = [each for each in self.entries if not each.isascii()]
            self._composed = {composed(each): each for each in sorted(accented, reverse=True)}
        name = composed(name)
        return name if name.isascii() and name in self.entries else self._composed.get(name)

    def alike(self, name: str) -> list[str]:
        """The entries whose names differ in letter case at most."""
        if self._folded is None:
            self._folded = {}
            for each in self.entries:
                self._folded.setdefault(folded(each), []).append(each)
        return sorted(self._folded.get(folded(name), ()))


def folded(name: str) -> str:
    """The name without its letter case, as file systems see it: no ligature is taken apart."""
    return composed(name).lower()


class Tree:
    """`limits` say how much of a file may be read."""

    def __init__(self, root: str, limits: Limits = DEFAULT) -> None:
        self.root = root
        self.limits = limits
        self.prefix = os.path.join(root, "")  # before the path of a file, which `os.path.join` takes its time to add
        self._base = root.rstrip(os.sep)
        self._listings: dict[Names, _Listing | None] = {}
        self._links: dict[Names, Answer] = {}
        self._real_paths = RealPaths()

    def entries(self, names: Names) -> Mapping[str, Kind] | None:
        """What a folder holds; None if it cannot be listed."""
        listing = self._listing(names)
        return listing.entries if listing else None

    def files(self) -> Iterator[Names]:
        """Every file of the folders that were listed so far."""
        return (names for names, kind in self.listed() if kind == "file")

    def listed(self) -> Iterator[tuple[Names, Kind]]:
        """All that stands in the folders that were listed so far, one folder after the other."""
        for folder, listing in self._listings.items():
            for name, kind in listing.entries.items() if listing else ():
                yield (*folder, name), kind

    def find(self, names: Sequence[str]) -> Answer:
        """What is there, one name after the other; in a folder that is known by just these names, at once."""
        whole = tuple(names)
        listing = self._listings.get(whole[:-1]) if whole else None
        kind = listing.entries.get(whole[-1]) if listing else None
        if kind in {"file", "folder"}:
            return Found(kind == "folder", whole, whole)
        known = len(whole) - 1
        while known > 0 and not self._listings.get(whole[:known]):
            known -= 1
        return self._found(whole, max(known, 0))

    def _found(self, names: Names, known: int) -> Answer:
        """The same from the folder that so many names are known to lead to."""
        here = names[:known]
        spelling = list(here)
        is_folder, misspelled = True, False
        for depth, name in enumerate(names[known:], start=known):
            listing = self._listing(here) if is_folder else _Listing({})
            if listing is None:
                return Found(is_folder=False, names=names, spelling=names, is_certain=False)
            entry = name if name in listing.entries else listing.same(name)
            if entry is None:
                entry = next(iter(listing.alike(name)), None)
                misspelled = misspelled or entry is not None
            if entry is None:
                return Missing(here, depth)
            spelling.append(entry)
            answer = self._step(here, entry, listing.entries[entry])
            if not isinstance(answer, Found):
                return answer
            here, is_folder = answer.names, answer.is_folder
        return Found(is_folder, here, tuple(spelling), misspelled)

    def has_doubles(self, names: Names) -> bool:
        """Whether a name of a path that is there is told from another one by letter case alone."""
        for depth, name in enumerate(names):
            above = self.find(names[:depth])
            listing = self._listing(above.names) if isinstance(above, Found) else None
            if listing and len(listing.alike(name)) > 1:
                return True
        return False

    def _step(self, here: Names, entry: str, kind: Kind) -> Answer:
        there = (*here, entry)
        if kind != "link":
            return Found(kind == "folder", there, there)
        if there not in self._links:
            self._links[there] = self._followed(here, there)
        return self._links[there]

    def _followed(self, here: Names, there: Names) -> Answer:
        real = self.real(there)
        if not gate.is_inside(self.root, real.path):
            return Outside()
        if not real.is_there:
            return Missing(here, len(here), is_dangling=True)
        names = tuple(each for each in os.path.relpath(real.path, self.root).split(os.sep) if each != ".")
        return Found(real.is_folder, names, names)

    def real(self, names: Names) -> Real:
        """Where a path leads when links are followed."""
        return self._real_paths.of(self.path(names))

    def path(self, names: Names) -> str:
        return os.sep.join((self._base, *names)) if names else self.root

    def _listing(self, names: Names) -> _Listing | None:
        if names not in self._listings:
            self._listings[names] = self._listed(names)
        return self._listings[names]

    def _listed(self, names: Names) -> _Listing | None:
        try:
            with os.scandir(self.path(names)) as entries:
                return _Listing({entry.name: _kind(entry) for entry in entries})
        except OSError:
            return None


def _kind(entry: os.DirEntry[str]) -> Kind:
    if entry.is_file(follow_symlinks=False):
        return "file"
    if _HAS_JUNCTIONS and entry.is_junction():  # type: ignore[attr-defined,unused-ignore]  # since Python 3.12
        return "link"
    if entry.is_dir(follow_symlinks=False):
        return "folder"
    return "link" if entry.is_symlink() else "file"
