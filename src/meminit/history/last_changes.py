"""Finds when documents were last changed: the last commit of each that changed its bytes.

A commit that only renames a file, or only changes its mode, does not count, and of a merge only what neither side had.
History is followed backwards for all documents at once, commit by commit, until each has its own.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from meminit.sources.git import Git, GitError

_MOST_COMMITS = 500_000
_FIRST = 512  # commits that are compared at once; each time four times as many
_MOST_LEAPS = 16  # commits that bring documents from elsewhere, which takes questions of their own
_Waiting: TypeAlias = dict[str, tuple[str, ...]]  # by the path at a commit, the paths that documents have now


class LastChanges(NamedTuple):
    """The time of the last change of each document, in seconds, and whether of some it cannot be known."""

    times: Mapping[str, int]
    is_cut: bool = False  # the history of this clone does not reach back far enough


class _Commit(NamedTuple):
    name: str
    time: int
    parents: tuple[str, ...]


class _Change(NamedTuple):
    """What a commit made of one path; a name is "" where there was, or is, nothing."""

    before: str
    after: str


_Changes: TypeAlias = Mapping[str, _Change]


def last_changes(asked: Git, commit: str, paths: Mapping[str, str], folders: Iterable[str]) -> LastChanges:
    """`paths` are those at that commit, by the paths now; all are in these folders. Raises GitError."""
    walk, folders = _Walk(asked), tuple(folders)
    told = asked.told("ls-tree", "-r", "-z", "--name-only", commit, "--", *folders)
    there = {os.fsdecode(each) for each in told.split(b"\0")}
    waiting: _Waiting = {}
    for now, then in paths.items():
        if then in there:
            waiting[then] = (*waiting.get(then, ()), now)
    walk.follow(commit, waiting, folders)
    return LastChanges(walk.times, walk.is_cut)


class _Walk:
    def __init__(self, asked: Git) -> None:
        self._asked = asked
        self._is_shallow = asked.ask("rev-parse", "--is-shallow-repository").out.strip() == b"true"
        self._leaps = 0
        self.times: dict[str, int] = {}
        self.is_cut = False

    def follow(self, start: str, waiting: _Waiting, folders: Sequence[str]) -> None:
        """Follows these paths back from a commit, and the documents that came from outside of the folders further."""
        came: dict[_Commit, _Waiting] = {}
        commits = self._commits(start, folders)
        at = {commits[0].name: waiting} if commits else {}
        begun, size = 0, _FIRST
        while begun < len(commits) and at:
            some = commits[begun : begun + size]
            changes = self._changes(some, folders)
            for commit in some:
                here = at.pop(commit.name, None)
                for parent, left in self._passed(commit, here, changes, came) if here else ():
                    _add(at, parent, left)
            begun += size
            size *= 4
        for commit, arrived in came.items():
            self._leap(commit, arrived)

    def _passed(
        self,
        commit: _Commit,
        here: _Waiting,
        changes: Mapping[tuple[str, str], _Changes],
        came: dict[_Commit, _Waiting],
    ) -> Iterator[tuple[str, _Waiting]]:
        """What goes on to each parent; what this commit has changed is done."""
        every = [(parent, changes.get((commit.name, parent), {})) for parent in commit.parents]
        for parent, made in every[:1]:
            touched = {path: here.pop(path) for path in [each for each in made if each in here]}
            if here:
                yield parent, here
            here = touched
        for path, nows in here.items():
            found = _origin(path, every)
            if found:
                yield found[0], {found[1]: nows}
            elif all(not made[path].before for _, made in every):  # it came here, or everything did
                came.setdefault(commit, {})[path] = nows
            else:
                self._done(commit, nows)

    def _done(self, commit: _Commit, nows: Iterable[str]) -> None:
        self.times.update(dict.fromkeys(nows, commit.time))

    def _leap(self, commit: _Commit, arrived: _Waiting) -> None:
        """What a commit brought into the folders may have lain elsewhere before, with the same content."""
        parent, is_known = self._real_parent(commit.name)
        if parent is None:
            for nows in arrived.values() if is_known else ():
                self._done(commit, nows)
            return
        self._leaps += 1
        if self._leaps > _MOST_LEAPS:
            self.is_cut = True
            return
        made = self._changes([commit._replace(parents=(parent,))], ())[commit.name, parent]
        gone = _gone(made)
        further: _Waiting = {}
        for path, nows in arrived.items():
            old = _best(path, gone.get(made[path].after, ())) if path in made else None
            if old is None:
                self._done(commit, nows)
            else:
                further[old] = (*further.get(old, ()), *nows)
        if further:
            self.follow(parent, further, tuple(further))

    def _commits(self, start: str, folders: Sequence[str]) -> list[_Commit]:
        """The commits that touch the folders, and merges, newest first; the others are left out of their parents."""
        words = ("rev-list", "--topo-order", "--full-history", "--parents", "--timestamp")
        told = self._asked.told(*words, f"--max-count={_MOST_COMMITS}", start, "--", *folders)
        lines = (line.split(" ") for line in told.decode("ascii", "replace").splitlines())
        return [_Commit(name, int(time), tuple(parents)) for time, name, *parents in lines]

    def _changes(self, commits: Sequence[_Commit], folders: Sequence[str]) -> dict[tuple[str, str], _Changes]:
        """What each commit changed, as seen from each of its parents; "" is the parent of one that has none."""
        edges = [(each.name, parent) for each in commits for parent in each.parents or ("",)]
        given = "".join(f"{name} {parent}".strip() + "\n" for name, parent in edges).encode()
        words = ("diff-tree", "--stdin", "-r", "--raw", "-z", "--no-renames", "--no-abbrev", "--always", "--root")
        told = self._asked.told(*words, "--relative", "--", *folders, given=given).split(b"\0")
        found: list[dict[str, _Change]] = []
        entries = iter(told[:-1])
        for each in entries:
            if each.startswith(b":"):
                _, _, before, after, _ = each.decode("ascii").split(" ")
                found[-1][os.fsdecode(next(entries))] = _Change(_named(before), _named(after))
            else:
                found.append({})
        if len(found) != len(edges):
            raise GitError("failed", "git has not compared all commits")
        return dict(zip(edges, found, strict=True))

    def _real_parent(self, commit: str) -> tuple[str | None, bool]:
        """The first parent, whatever it touched, and whether that is known: a shallow clone ends somewhere."""
        _, *parents = self._asked.told("rev-list", "--parents", "--max-count=1", commit).decode("ascii").split()
        if parents or not self._is_shallow:
            return (parents[0] if parents else None), True
        head = self._asked.told("cat-file", "commit", commit).partition(b"\n\n")[0]
        is_end = b"\nparent " in head
        self.is_cut = self.is_cut or is_end
        return None, not is_end


def _named(name: str) -> str:
    return name if name.strip("0") else ""


def _origin(path: str, every: Sequence[tuple[str, _Changes]]) -> tuple[str, str] | None:
    """The parent that has the same content, and the path that it has there."""
    for parent, made in every:
        change = made.get(path)
        if change is None or change.before == change.after:
            return parent, path
        old = None if change.before else _best(path, _gone(made).get(change.after, ()))
        if old is not None:
            return parent, old
    return None


def _gone(made: _Changes) -> Mapping[str, list[str]]:
    """The paths that a commit took away, by the name of their content."""
    found: dict[str, list[str]] = {}
    for path, change in made.items():
        if not change.after:
            found.setdefault(change.before, []).append(path)
    return found


def _best(path: str, olds: Sequence[str]) -> str | None:
    """The old path with the same name, else the first."""
    name = path.rpartition("/")[2]
    return next((each for each in olds if each.rpartition("/")[2] == name), olds[0] if olds else None)


def _add(at: dict[str, _Waiting], commit: str, waiting: _Waiting) -> None:
    known = at.setdefault(commit, waiting)
    if known is waiting:
        return
    if len(known) < len(waiting):
        known, waiting = waiting, known
        at[commit] = known
    for path, nows in waiting.items():
        known[path] = (*known.get(path, ()), *nows)
