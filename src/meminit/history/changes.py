"""Which files differ between a commit and the working tree, or the index: in bytes, with line ends left aside.

Git only says where a file may differ; the bytes decide, so that no filter of anybody's configuration has to run. What
git does not track, because it ignores it or because it lies in a submodule, is on both sides the same.
"""

import os
import stat
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from meminit.history.base import Base
from meminit.history.blobs import contents
from meminit.sources import gate
from meminit.sources.git import Git, GitError

_COMPARED = 1 << 22  # bytes of a file whose line ends are looked at
_NOTHING = "000000"
_ODD = "git printed something else than what it was asked for"
_LINK, _MODULE = 0o120000, 0o160000
_KIND = 0o170000
_ALIKE = "-M50%"  # of a renamed file, at least
_USUAL = frozenset({b"", b"H", b"M"})  # as `ls-files -v` marks entries; those that are unmerged are seen elsewhere


class Entry(NamedTuple):
    """A file as git has it: its mode, and the name of its content; "" for what only the working tree has."""

    mode: int
    name: str

    @property
    def is_link(self) -> bool:
        return self.mode & _KIND == _LINK

    @property
    def is_module(self) -> bool:
        return self.mode & _KIND == _MODULE


class Side(NamedTuple):
    """What differs, by path: the entry that git has of it, or None where it has nothing."""

    before: Entry | None
    after: Entry | None

    @property
    def is_of_module(self) -> bool:
        return any(each is not None and each.is_module for each in self)


class Changes:
    """The paths are those of files below the root of the repository, as the system spells them.

    `sides` has every path that may differ, `renames` what git takes for renamed, as old paths by new ones.
    """

    def __init__(self, asked: Git, base: Base, sides: Mapping[str, Side], renames: Mapping[str, str]) -> None:
        self.base = base
        self._asked = asked
        self._sides = sides
        self._renames = renames

    @cached_property
    def differing(self) -> Mapping[str, Side]:
        """What differs in bytes, line ends aside; what came or went among it."""
        return dict(self._differing())

    @cached_property
    def renamed(self) -> Mapping[str, str]:
        """The old paths of files that have another one now, by the new paths."""
        there = {new for new, side in self.differing.items() if side.before is None and side.after}
        gone = {old for old, side in self.differing.items() if side.before and side.after is None}
        found = {new: old for new, old in self._same.items() if new in there and old in gone}
        taken = set(found.values())
        for new, old in self._renames.items():
            if new in there and new not in found and old in gone and old not in taken:
                found[new] = old
                taken.add(old)
        return found

    @cached_property
    def changed(self) -> frozenset[str]:
        """The files that are there now and differ from what base has of them, under their old path if need be."""
        there = {path for path, side in self.differing.items() if side.after}
        return frozenset(there - {new for new, old in self.renamed.items() if self._same.get(new) == old})

    @cached_property
    def gone(self) -> frozenset[str]:
        """The files that base has and that are no longer there, under no other path."""
        lost = {path for path, side in self.differing.items() if side.before and side.after is None}
        return frozenset(lost - set(self.renamed.values()))

    @cached_property
    def _same(self) -> Mapping[str, str]:
        """The old paths of files that were renamed and not changed."""
        gone: dict[tuple[bool, str], list[str]] = {}
        for path, side in sorted(self.differing.items()):
            if side.before and side.after is None and not side.before.is_module:
                gone.setdefault((side.before.is_link, side.before.name), []).append(path)
        found = {}
        for path, side in sorted(self.differing.items()) if gone else ():
            if side.after and side.before is None:
                keys = [(side.after.is_link, each) for each in self._names(path, side.after)]
                olds = next((gone[each] for each in keys if gone.get(each)), None)
                if olds:
                    found[path] = olds.pop(_best(path, olds))
        return found

    def _names(self, path: str, entry: Entry) -> Iterator[str]:
        """The names that git gives the content of a file, with the line ends that it has, and with others."""
        if entry.name:
            yield entry.name
            return
        content = self._content_now(path, entry)
        if content is not None:
            yield self._hash(content)
            yield self._hash(_plain(content))

    def _differing(self) -> Iterator[tuple[str, Side]]:
        unsure: list[tuple[str, Entry, Entry]] = []
        for path, side in self._sides.items():
            before, after = side
            if before is None or after is None:
                if before or after:
                    yield path, side
            elif before.mode & _KIND != after.mode & _KIND or before.is_module:
                if before.name != after.name:
                    yield path, side
            elif after.name != before.name and not self._is_named(path, before, after):
                unsure.append((path, before, after))
        names = {each.name for _, *both in unsure for each in both if each.name}
        known = contents(self._asked, names, _COMPARED) if names else {}
        for path, before, after in unsure:
            old, new = known.get(before.name), known.get(after.name) if after.name else self._content_now(path, after)
            if old is None or new is None or _plain(old) != _plain(new):
                yield path, Side(before, after)

    def _is_named(self, path: str, before: Entry, after: Entry) -> bool:
        """Whether a file of the working tree has just the content that this entry names, which need not be read."""
        if after.name:
            return False
        if before.name in self._names(path, after):
            return True
        try:
            place = os.path.join(self._asked.folder, path)
            return not after.is_link and gate.blob_name(place, len(before.name)) == before.name
        except gate.SourceError:
            return False

    def _content_now(self, path: str, entry: Entry) -> bytes | None:
        """What a file of the working tree holds; None for one that is too large to compare."""
        place = os.path.join(self._asked.folder, path)
        try:
            return os.fsencode(os.readlink(place)) if entry.is_link else gate.read_bytes(place, _COMPARED)
        except (OSError, gate.SourceError):
            return None

    def _hash(self, content: bytes) -> str:
        length = next((len(side.before.name) for side in self._sides.values() if side.before), 40)
        return gate.blob_name_of(content, length)


def _best(path: str, olds: list[str]) -> int:
    """The number of the old path that has the same name as the new one, else the first."""
    name = path.rpartition("/")[2]
    return next((number for number, each in enumerate(olds) if each.rpartition("/")[2] == name), 0)


def _plain(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


def changes(asked: Git, base: Base, *, staged: bool) -> Changes:
    """What differs between a commit and the working tree, or the index; raises GitError."""
    asked = asked.without_filters()
    sides, renames, unmerged = _indexed(asked, base)
    if staged:
        sides |= {path: Side(sides[path].before, _entry_now(asked.folder, path)) for path in unmerged}
    else:
        for path, (before, after) in _unstaged(asked).items():
            sides[path] = Side(sides[path].before if path in sides else before, after)
        sides = {path: side for path, side in sides.items() if not _is_left_out(asked.folder, path, side)}
    return Changes(asked, base, sides, renames)


def unstaged(asked: Git) -> Changes:
    """What differs between the index and the working tree; raises GitError."""
    asked = asked.without_filters()
    return Changes(asked, Base("", ""), _unstaged(asked, with_unmerged=False), {})


def _indexed(asked: Git, base: Base) -> tuple[dict[str, Side], dict[str, str], set[str]]:
    """What differs between base and the index, what git takes for renamed, and what is not merged yet."""
    words = (
        "diff-index",
        "--cached",
        "--ita-invisible-in-index",
        "--raw",
        "--relative",
        "--ignore-submodules=dirty",
        _ALIKE,
        "-z",
    )
    sides: dict[str, Side] = {}
    renames: dict[str, str] = {}
    unmerged: set[str] = set()
    for status, before, after, paths in _raw(asked.told(*words, base.commit, "--", ".")):
        if len(paths) > 1:
            sides[paths[0]], sides[paths[1]] = Side(before, None), Side(None, after)
            renames[paths[1]] = paths[0]
        elif status == "U":
            unmerged.add(paths[0])
            sides.setdefault(paths[0], Side(before, None))
        else:
            sides[paths[0]] = Side(before, after)
    return sides, renames, unmerged


def _unstaged(asked: Git, *, with_unmerged: bool = True) -> dict[str, Side]:
    """What may differ between the index and the working tree."""
    words = ("diff-files", "--raw", "--relative", "--ignore-submodules=all", "-z", "--", ".")
    found = {}
    unmerged = set()
    for status, before, _, paths in _raw(asked.told(*words)):
        if status == "U":
            unmerged.add(paths[0])
        # What is only intended to be added is nothing yet.
        found[paths[0]] = Side(None if status in {"A", "U"} else before, _entry_now(asked.folder, paths[0]))
    found |= _unseen(asked)
    return found if with_unmerged else {path: side for path, side in found.items() if path not in unmerged}


def _unseen(asked: Git) -> dict[str, Side]:
    """What `diff-files` says nothing of: what git does not track, and what it was told not to look at.

    What a sparse checkout leaves out is on both sides the same.
    """
    words = ("ls-files", "-v", "-z", "--cached", "--others", "--exclude-standard", "--", ".")
    listed = [each for each in asked.told(*words).split(b"\0") if each[:1] not in _USUAL]
    marks = {os.fsdecode(each[2:]): each[:1] for each in listed}
    sides = {}
    for path, mark in marks.items():
        if mark == b"?" and not path.endswith("/"):  # nor a repository of its own
            sides[path] = Side(None, _entry_now(asked.folder, path))
    hidden = {path: mark for path, mark in marks.items() if mark != b"?"}
    for line in _split(asked.told("ls-files", "--stage", "-z", "--", ".")) if hidden else ():
        head, _, path = line.partition("\t")
        mode, name = head.split(" ")[:2]
        now = _entry_now(asked.folder, path) if path in hidden else None
        if now or hidden.get(path, b"s") not in b"sS":
            sides[path] = Side(Entry(int(mode, 8), name), now)
    return sides


def _entry_now(folder: str, path: str) -> Entry | None:
    """What is at a path of the working tree: a file, a link, or nothing that git would track."""
    try:
        mode = os.lstat(os.path.join(folder, path)).st_mode
    except (OSError, ValueError):
        return None
    return Entry(stat.S_IFMT(mode), "") if stat.S_ISREG(mode) or stat.S_ISLNK(mode) else None


def _is_left_out(folder: str, path: str, side: Side) -> bool:
    """Whether the index has a file that a sparse checkout leaves out."""
    after = side.after
    return bool(after and after.name and not after.is_module) and not os.path.lexists(os.path.join(folder, path))


def _raw(told: bytes) -> Iterator[tuple[str, Entry | None, Entry | None, list[str]]]:
    words = iter(_split(told))
    for head in words:
        try:
            old_mode, new_mode, old, new, status = head.removeprefix(":").split(" ")
            paths = [next(words, "") for _ in range(2 if status[:1] in {"R", "C"} else 1)]
            sides = _entry(old_mode, old), _entry(new_mode, new)
        except ValueError as error:
            raise GitError("failed", _ODD) from error
        yield status[:1], *sides, paths


def _entry(mode: str, name: str) -> Entry | None:
    return None if mode == _NOTHING else Entry(int(mode, 8), name)


def _split(told: bytes) -> list[str]:
    *every, rest = told.split(b"\0")
    if rest:
        raise GitError("failed", _ODD)
    return [os.fsdecode(each) for each in every]
