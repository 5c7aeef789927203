"""Answers what is at a path of the repository, spelled exactly so on every file system. Each folder is listed once."""

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from meminit.paths import Real
from meminit.sources import gate
from meminit.sources.files import Files, Kind, Names
from meminit.sources.limits import DEFAULT, Limits
from meminit.words import nfc


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
            self._composed = {nfc(each): each for each in sorted(accented, reverse=True)}
        name = nfc(name)
        return name if name.isascii() and name in self.entries else self._composed.get(name)

    def alike(self, name: str) -> list[str]:
        """The entries whose names differ in letter case at most."""
        if self._folded is None:
            self._folded = {}
            for each in self.entries:
                self._folded.setdefault(folded(each), []).append(each)
        return sorted(self._folded.get(folded(name), ()))


_NOTHING = _Listing({})


class _Node:
    """A folder, or a file, in which nothing is. Each folder knows those in it by name: a path costs its length."""

    __slots__ = ("below", "is_asked", "is_folder", "links", "listing", "names")

    def __init__(self, names: Names, *, is_folder: bool = True) -> None:
        self.names = names
        self.is_folder = is_folder
        self.is_asked = not is_folder  # whether it was listed, or it was tried
        self.listing: _Listing | None = None if is_folder else _NOTHING
        self.below: dict[str, _Node] = {}
        self.links: dict[str, _Node | Missing | Outside] = {}  # what those in it lead to

    def folder(self, name: str) -> "_Node":
        if name not in self.below:
            self.below[name] = _Node((*self.names, name))
        return self.below[name]


def folded(name: str) -> str:
    """The name without its letter case, as file systems see it: no ligature is taken apart."""
    return nfc(name).lower()


class Tree:
    """What it was asked once is known from then on, until `forget` says that it has changed.

    `limits` say how much of a file may be read.
    """

    def __init__(self, files: Files, limits: Limits = DEFAULT) -> None:
        self.root = files.root
        self.limits = limits
        self.sources = files
        self._top = _Node(())
        self._listed: dict[Names, _Node] = {}
        self.searched: Sequence[Names] | None = None  # the folders that were searched for documents
        self._last = self._top  # where the last search began

    def forget(self, folder: Names) -> None:
        """The folder may hold other files than before."""
        self._last = self._top
        here = self._listed.pop(folder, None)
        if here:
            here.is_asked, here.listing, here.links = False, None, {}
        self.sources.forget()

    def entries(self, names: Names) -> Mapping[str, Kind] | None:
        """What a folder holds; None if it cannot be listed."""
        listing = self._listing(self._place(names))
        return listing.entries if listing else None

    def files(self) -> Iterator[Names]:
        """Every file of the folders that were searched for documents, or else of those that were listed so far."""
        if self.searched is None:
            return (names for names, kind in self.listed() if kind == "file")
        folders = ((folder, self.entries(folder) or {}) for folder in self.searched)
        return ((*folder, name) for folder, entries in folders for name, kind in entries.items() if kind == "file")

    def listed(self) -> Iterator[tuple[Names, Kind]]:
        """All that stands in the folders that were listed so far, one folder after the other."""
        for names, entries in self.listings():
            for name, kind in (entries or {}).items():
                yield (*names, name), kind

    def listings(self) -> Iterator[tuple[Names, Mapping[str, Kind] | None]]:
        """The folders that were listed so far, with what they hold; None for one that cannot be listed."""
        for names, folder in self._listed.items():
            yield names, folder.listing.entries if folder.listing else None

    def find(self, names: Sequence[str]) -> Answer:
        """What is there, one name after the other, from the deepest folder that is listed by just these names."""
        whole = tuple(names)
        folder = whole[:-1]
        if self._last.names == folder and self._last.listing:  # many links lead to one folder
            return self._found(whole, self._last)
        self._last = self._deepest(folder)
        return self._found(whole, self._last)

    def _deepest(self, folder: Names) -> _Node:
        """The deepest folder on the way that is listed by just these names."""
        start = here = self._top
        for name in folder:
            below = here.below.get(name)
            if below is None:
                break
            here = below
            if here.listing:
                start = here
        return start

    def _found(self, names: Names, here: _Node) -> Answer:
        """The same from a folder that the first names lead to."""
        known = len(here.names)
        spelling = list(here.names)
        misspelled = False
        for depth, name in enumerate(names[known:], start=known):
            listing = self._listing(here)
            if listing is None:
                return Found(is_folder=False, names=names, spelling=names, is_certain=False)
            entry = name if name in listing.entries else listing.same(name)
            if entry is None:
                entry = next(iter(listing.alike(name)), None)
                misspelled = misspelled or entry is not None
            if entry is None:
                return Missing(here.names, depth)
            spelling.append(entry)
            there = self._step(here, entry, listing.entries[entry])
            if not isinstance(there, _Node):
                return there
            here = there
        return Found(here.is_folder, here.names, tuple(spelling), misspelled)

    def has_doubles(self, names: Names) -> bool:
        """Whether a name of an existing path differs from another one in the same folder by letter case alone."""
        here = self._top
        for name in names:
            listing = self._listing(here)
            if listing is None or name not in listing.entries:
                return False
            if len(listing.alike(name)) > 1:
                return True
            there = self._step(here, name, listing.entries[name])
            if not isinstance(there, _Node):
                return False
            here = there
        return False

    def _step(self, here: _Node, entry: str, kind: Kind) -> _Node | Missing | Outside:
        if kind == "folder":
            return here.folder(entry)
        if kind == "file":
            return _Node((*here.names, entry), is_folder=False)
        if entry not in here.links:
            here.links[entry] = self._followed(here.names, entry)
        return here.links[entry]

    def _followed(self, here: Names, entry: str) -> _Node | Missing | Outside:
        real = self.real((*here, entry))
        if not gate.is_inside(self.root, real.path):
            return Outside()
        if not real.is_there:
            return Missing(here, len(here), is_dangling=True)
        names = tuple(each for each in os.path.relpath(real.path, self.root).split(os.sep) if each != ".")
        return self._place(names) if real.is_folder else _Node(names, is_folder=False)

    def _place(self, names: Names) -> _Node:
        """A folder by its own names."""
        here = self._top
        for name in names:
            here = here.folder(name)
        return here

    def real(self, names: Names) -> Real:
        """Where a path leads when links are followed."""
        return self.sources.real(names)

    def path(self, names: Names) -> str:
        return self.sources.path(names)

    def _listing(self, folder: _Node) -> _Listing | None:
        if not folder.is_asked:
            folder.is_asked = True
            entries = self.sources.entries(folder.names)
            folder.listing = None if entries is None else _Listing(entries)
            self._listed[folder.names] = folder
        return folder.listing
