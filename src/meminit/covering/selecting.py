"""Finds the files that patterns select: those of many documents in one walk over the folders that they can reach.

A symbolic link is a file, as it is for git: it is not followed. What git ignores is left out, unless it tracks it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from meminit.config.settings import parts
from meminit.documents import ignoring
from meminit.documents.ignoring import Ignores
from meminit.documents.tree import Tree
from meminit.sources import gate
from meminit.sources.files import Kind, Names
from meminit.sources.globs import Bits, Folder, Patterns
from meminit.sources.wildcards import BadPattern


class _Place(NamedTuple):
    """A folder of the walk: what patterns and .gitignore files say there, and the patterns that select all in it."""

    names: Names
    folder: Folder
    ignores: Ignores
    above: Bits = 0


class Selected:
    """The files that each of these patterns selects by itself.

    `tracked` gives the files that git tracks although they are ignored; it is asked where something ignored would be
    selected. Without `ignores` nothing is left out, as in a tree of git.
    """

    def __init__(
        self, tree: Tree, lines: Iterable[str], tracked: Callable[[], Iterable[str]], *, ignores: bool = True
    ) -> None:
        self._tree = tree
        self._patterns = Patterns(lines, skip_bad=True)
        self._tracked = tracked
        self._ignores = ignores
        self._groups: dict[Bits, list[str]] = {}
        self._unlisted: Bits = 0
        self._has_left_out = False

    def files(self, line: str) -> list[str]:
        """Sorted by path."""
        groups = self._by_line.get(line.rstrip("\r\n"), ())
        return sorted(file for group in groups for file in self._groups[group])

    def selects(self, line: str) -> bool:
        return line.rstrip("\r\n") in self._by_line

    def is_doubtful(self, line: str) -> bool:
        """Whether the pattern may select something in a folder that cannot be listed."""
        _ = self._by_line
        return line.rstrip("\r\n") in self._patterns.lines_of(self._unlisted)

    @cached_property
    def _top(self) -> Folder:
        return self._patterns.top()

    @cached_property
    def _by_line(self) -> Mapping[str, list[Bits]]:
        """The groups of files of each pattern; those of a group are selected by the same patterns."""
        if not self._patterns:
            return {}
        self._walk()
        if self._has_left_out:
            self._add_tracked()
        found: dict[str, list[Bits]] = {}
        for group in self._groups:
            for line in self._patterns.lines_of(group):
                found.setdefault(line, []).append(group)
        return found

    def _walk(self) -> None:
        waiting = [_Place((), self._top, ())]
        while waiting:
            place = waiting.pop()
            entries = self._tree.entries(place.names)
            if entries is None:
                self._unlisted |= place.above | place.folder.reached
                continue
            if self._ignores and ignoring.FILE in entries:
                place = place._replace(ignores=self._with_own(place))
            prefix = "".join(f"{each}/" for each in place.names)
            for name, kind in entries.items():
                if kind != "folder":
                    self._add(place, name, prefix)
                elif name not in ignoring.REPOSITORY_FOLDERS:
                    waiting += self._below(place, name)

    def _with_own(self, place: _Place) -> Ignores:
        try:
            return ignoring.with_own(self._tree.sources, place.names, place.ignores)
        except gate.SourceError:  # a check of documents reports it
            return place.ignores

    def _add(self, place: _Place, name: str, prefix: str) -> None:
        selecting = place.above | place.folder.matched(name)
        if not selecting:
            return
        if place.ignores and ignoring.is_ignored(place.ignores, name, directory=False):
            self._has_left_out = True
        else:
            self._groups.setdefault(selecting, []).append(prefix + name)

    def _below(self, place: _Place, name: str) -> Iterator[_Place]:
        above = place.above | place.folder.matched(name, directory=True)
        folder = place.folder.below(name)
        if not above and folder.is_silent:
            return
        if place.ignores and ignoring.is_ignored(place.ignores, name, directory=True):
            self._has_left_out = True
        else:
            yield _Place((*place.names, name), folder, ignoring.below(place.ignores, name), above)

    def _add_tracked(self) -> None:
        for file in self._tracked():
            selecting = self.selecting(file)
            if selecting and self._tree.sources.may_be_there(file):
                self._groups.setdefault(selecting, []).append(file)

    def selecting(self, file: str) -> Bits:
        """What selects a file, whether or not it is there."""
        *above, name = parts(file)
        found, folder = 0, self._top
        for each in above:
            found |= folder.matched(each, directory=True)
            folder = folder.below(each)
        return found | folder.matched(name)

    def lines_of(self, file: str) -> list[str]:
        """The patterns that select a file, whether or not it is there."""
        return self._patterns.lines_of(self.selecting(file))


def kept(lines: Iterable[str], files: Iterable[str]) -> list[str]:
    """The files that are left of what some of these patterns select: the last one that matches decides."""
    patterns = Patterns(lines, skip_bad=True)
    return [each for each in files if patterns.covers(parts(each))]


def reason(line: str) -> str:
    """Why a pattern cannot select anything, as a clause; empty where it could."""
    try:
        return "" if Patterns((line,)) else "a pattern that begins with # is a comment, and an empty one says nothing"
    except BadPattern as error:
        return str(error)


def all_files(tree: Tree, *, ignores: bool = True) -> list[str]:
    """Every file of the repository that git does not ignore."""
    return Selected(tree, ("*",), tuple, ignores=ignores).files("*")


def kind_of(tree: Tree, file: str) -> Kind | None:
    """What is at a path; None where there is nothing, or where a folder above it is a link."""
    *above, name = parts(file)
    return (tree.entries(tuple(above)) or {}).get(name)
