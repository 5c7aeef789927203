"""Applies a verified plan: all new contents are written beside their targets, then each is put in place at once.

A kill at any moment leaves each file old or new. After any other failure everything is as it was before.
"""

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from meminit import atomic
from meminit.edits.snapshots import Snapshot, Snapshots
from meminit.edits.verifying import Ready, Seen, missing_folders, place
from meminit.faults import E_PLAN_STALE, PARTIAL_FAILURE, WRITE_REFUSED, MeminitError
from meminit.sources import gate
from meminit.words import escape_unencodable


class Work(NamedTuple):
    """What is applied: `emptied` are folders that hold nothing afterwards.

    `restored` are permissions of new folders; those that stay empty are made as well.
    """

    root: str
    command: str
    ready: Sequence[Ready]
    emptied: Mapping[str, int] = {}
    restored: Mapping[str, int] = {}
    undoes: str = ""


def apply(work: Work) -> str:
    """Applies the changes, under the lock, and returns the id of the snapshot."""
    snapshots = Snapshots(work.root)
    made = missing_folders(work.root, work.ready, work.restored)
    snapshot = snapshots.keep(work.command, work.ready, (made, work.emptied), work.undoes)
    attempt = _Attempt(work, snapshot)
    try:
        attempt.run()
        snapshots.finish(snapshot)
    except BaseException as error:
        snapshots.reopen(snapshot)
        attempt.put_back(error)
        snapshots.drop(snapshot)
        if isinstance(error, OSError):
            path = escape_unencodable(attempt.at)
            words = os.strerror(error.errno) if error.errno else "it cannot be written"
            raise MeminitError(
                WRITE_REFUSED, f"{path}: {words}; nothing was changed", path=path, restored=True
            ) from error
        if isinstance(error, MeminitError):
            error.details = {**error.details, "restored": True}
        raise
    return snapshot.id


def clear_away(root: str) -> None:
    """Removes the temporary files of an apply that was killed; to be called under the lock."""
    with suppress(MeminitError):
        newest = Snapshots(root).newest()
        if newest and not newest.is_done:
            _remove_temporary(root, newest)


def forget(root: str, snapshot: Snapshot) -> None:
    """Removes what is left of an apply that was killed before it changed any file."""
    clear_away(root)
    for folder in reversed(snapshot.folders_made):
        with suppress(OSError):
            os.rmdir(place(root, folder))
    Snapshots(root).drop(snapshot)


def _remove_temporary(root: str, snapshot: Snapshot) -> None:
    for index, kept in enumerate(snapshot.files):
        if kept.target:
            with suppress(OSError):
                os.unlink(_beside(place(root, kept.target), snapshot, index))


def _beside(path: str, snapshot: Snapshot, index: int) -> str:
    return os.path.join(os.path.dirname(path), f"{snapshot.temporary}{index:08x}.tmp")


class _Attempt:
    """One apply: what was done so far, so that it can be undone. `at` is the path that is being worked on."""

    def __init__(self, work: Work, snapshot: Snapshot) -> None:
        self._work = work
        self._snapshot = snapshot
        self._temporary: dict[int, str] = {}
        self._folders: list[str] = []
        self._by_source = {each.source: each for each in work.ready if each.source}
        self._put: dict[str, Ready] = {}  # what stands at its target, by that path
        self._unlinked: list[Ready] = []  # what no longer stands at its source
        self.at = ""

    def run(self) -> None:
        for folder in self._snapshot.folders_made:
            self.at = folder
            os.mkdir(self._place(folder))
            self._folders.append(folder)
        for index, each in enumerate(self._work.ready):
            if each.target:
                self.at = each.target
                self._temporary[index] = _beside(self._place(each.target), self._snapshot, index)
                self._write(each, self._temporary[index])
        for index, each in _in_order(self._work.ready):
            self.at = each.target or each.change.path
            self._put_in_place(index, each)
        targets = {each.target for each in self._work.ready}
        for each in self._work.ready:
            if each.source and each.source not in targets:
                self.at = each.source
                self._unlink(each, each.source)
        self._settle()

    def _settle(self) -> None:
        """Makes durable what stands where, and removes the folders that hold nothing now."""
        for folder in self._work.emptied:
            with suppress(OSError):  # something was put there meanwhile
                os.rmdir(self._place(folder))
        for folder, mode in self._work.restored.items():
            if folder in self._folders:
                os.chmod(self._place(folder), mode)
        for folder in sorted(self._touched()):
            self.at = folder or "."
            atomic.sync_directory(self._place(folder))

    def _touched(self) -> set[str]:
        paths = (path for each in self._work.ready for path in (each.source, each.target) if path)
        folders = {path.rpartition("/")[0] for path in (*paths, *self._folders)}
        return {each for each in folders if os.path.isdir(self._place(each))}

    def _place(self, path: str) -> str:
        return place(self._work.root, path) if path else self._work.root

    def _write(self, ready: Ready, beside: str) -> None:
        if ready.is_moved_only and ready.source:
            try:
                _link(self._place(ready.source), beside)
            except OSError:
                if ready.after is None:  # not held: it is renamed at its turn
                    return
            else:
                return
        atomic.write_new(beside, ready.after or b"", ready.mode, ready.owner)

    def _put_in_place(self, index: int, ready: Ready) -> None:
        if ready.target is None:
            return
        self._see_that_it_is_the_same(ready.source)
        self._see_that_it_is_the_same(ready.target)
        target, beside = self._place(ready.target), self._temporary[index]
        self._put[ready.target] = ready
        if ready.target in self._by_source:
            os.replace(beside, target)
        elif os.path.lexists(beside):
            self._put_new(ready, beside, target)
        elif ready.source:  # neither held nor linked
            _see_that_it_is_free(target)
            os.rename(self._place(ready.source), target)

    def _put_new(self, ready: Ready, beside: str, target: str) -> None:
        """Puts a file where there is none: a link fails where there is one."""
        try:
            _link(beside, target)
        except FileExistsError:
            if not ready.source or not os.path.samefile(self._place(ready.source), target):
                raise
            os.replace(beside, target)  # names that differ in letter case alone, where that does not count
        except OSError:  # a file system without links
            _see_that_it_is_free(target)
            os.rename(beside, target)
        else:
            os.unlink(beside)

    def _unlink(self, ready: Ready, source: str) -> None:
        if not os.path.lexists(self._place(source)) and source not in self._put:
            self._unlinked.append(ready)  # it was renamed
            return
        self._see_that_it_is_the_same(source)
        self._unlinked.append(ready)
        os.unlink(self._place(source))

    def _see_that_it_is_the_same(self, path: str | None) -> None:
        """Whether a file is still the one that was read: somebody may have saved it while others were written."""
        ready = self._by_source.get(path) if path else None
        if path is None or ready is None or path in self._put:
            return
        if not _is_untouched(self._place(path), ready):
            shown = escape_unencodable(path)
            raise MeminitError(E_PLAN_STALE, f"{shown} was changed while the plan was being applied", paths=[shown])

    def put_back(self, cause: BaseException) -> None:
        """Makes everything as it was; raises PARTIAL_FAILURE where that fails."""
        failed = self._restore()
        for path in self._temporary.values():
            with suppress(OSError):
                os.unlink(path)
        for folder in reversed(self._folders):
            with suppress(OSError):
                os.rmdir(self._place(folder))
        if failed:
            shown = [escape_unencodable(each) for each in failed]
            words = f"{shown[0]}: it could be neither changed nor put back; `meminit rollback` mends it"
            changes = (each.change for each in (*self._put.values(), *self._unlinked))
            completed = {escape_unencodable(each.path) for each in changes}
            every = {escape_unencodable(each.change.path) for each in self._work.ready}
            raise MeminitError(
                PARTIAL_FAILURE,
                words,
                completed=sorted(completed - {*shown}),
                failed=shown,
                remaining=sorted(every - completed - {*shown}),
            ) from cause

    def _restore(self) -> list[str]:
        """Puts the old bytes back where they stood, and returns the paths at which that failed."""
        changed = {*self._put, *(each.change.path for each in self._unlinked)}
        failed = [each for each in sorted(changed) if each in self._by_source and not self._is_back(each)]
        for target, ready in self._put.items():
            is_only_copy = ready.source in failed
            if target not in self._by_source and not is_only_copy and not self._is_gone(target, ready):
                failed.append(target)
        for folder, mode in self._work.emptied.items():
            with suppress(OSError):
                os.chmod(self._place(folder), mode)
        return failed

    def _is_gone(self, target: str, ready: Ready) -> bool:
        """Removes a new file, unless it is another one by now."""
        try:
            if gate.digest(self._place(target)) == ready.change.after_sha256:
                os.unlink(self._place(target))
        except OSError:
            return False
        except gate.SourceError as error:
            return error.kind == "missing"
        return True

    def _is_back(self, source: str) -> bool:
        path, ready = self._place(source), self._by_source[source]
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if ready.before is None:
                if not os.path.lexists(path):
                    _link(self._place(ready.change.target), path)
            elif not _is_untouched(path, ready):
                _replace(path, ready.before, ready.mode)
        except OSError:
            return False
        return True


def _link(source: str, target: str) -> None:
    if os.link in os.supports_follow_symlinks:
        os.link(source, target, follow_symlinks=False)
    else:
        os.link(source, target)


def _replace(path: str, content: bytes, mode: int | None) -> None:
    """Puts old bytes back, if need be without waiting until they are on the disk."""
    try:
        atomic.replace(path, [content], mode=mode)
    except OSError:
        atomic.replace(path, [content], mode=mode, durable=False)


def _see_that_it_is_free(target: str) -> None:
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def _is_untouched(path: str, ready: Ready) -> bool:
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return False
    return ready.seen == Seen(status.st_ino, status.st_size, status.st_mtime_ns)


def _in_order(ready: Sequence[Ready]) -> Iterator[tuple[int, Ready]]:
    """Updates and new files first, then renames: one whose target is the source of another comes after that one."""
    renames = {each.change.path: (index, each) for index, each in enumerate(ready) if each.change.op == "rename"}
    yield from ((index, each) for index, each in enumerate(ready) if each.change.op in {"create", "update"})
    while renames:
        path = next(iter(renames))
        way = [path]
        while (path := renames[path][1].change.target) in renames and path not in way:
            way.append(path)
        for each in reversed(way):
            yield renames.pop(each)
