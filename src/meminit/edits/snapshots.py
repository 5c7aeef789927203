"""Keeps what files were before a plan was applied, in the user's state directory: one file for each snapshot.

Its first line has the digest of its header. The header says what was changed, and where in the file the old bytes are.
An empty file beside it says that all changes were made, another one that files moved in the index of git as well, and
one by which snapshot it was rolled back.
"""

import json
import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from meminit import atomic
from meminit.edits.spans import sha256
from meminit.edits.state_directory import made, state_directory
from meminit.edits.verifying import Ready
from meminit.faults import SNAPSHOT_DAMAGED, SNAPSHOT_NOT_FOUND, STATE_UNUSABLE, MeminitError
from meminit.sources import gate

MOST = 20
MOST_BYTES = 200 * 1024 * 1024
_FOLDER = "snapshots"
_MAGIC = "meminit-snapshot 1"
_NAME = re.compile(r"(?P<number>\d{8})\.(?P<id>S-\d{8}T\d{6}-[0-9a-f]{6})")
_TEMPORARY = re.compile(r"\.meminit-[0-9a-f]{16}\.tmp")
_DONE, _UNDONE, _INDEXED = ".done", ".undone", ".indexed"
_PRIVATE = 0o600
_LARGEST_HEADER = 1 << 28


class Kept(NamedTuple):
    """One file as a snapshot has it; `blob` is where its old bytes are; None where there are none."""

    op: str
    path: str
    to_path: str
    before_sha256: str
    after_sha256: str
    mode: int | None
    blob: tuple[int, int] | None

    @property
    def target(self) -> str | None:
        return None if self.op == "remove" else self.to_path or self.path


class Snapshot(NamedTuple):
    """`undoes` is the snapshot that a rollback rolled back; `folders_*` were made and removed by the changes.

    `in_index` says that what was renamed was renamed in the index of git as well.
    """

    id: str
    number: int
    command: str
    created: str
    files: tuple[Kept, ...]
    folders_made: tuple[str, ...] = ()
    folders_removed: Mapping[str, int] = {}
    undoes: str = ""
    is_done: bool = False
    undone_by: str = ""
    in_index: bool = False

    @property
    def temporary(self) -> str:
        """What the names of the temporary files of this apply begin with."""
        return f".meminit-{self.id[-6:]}{self.number % 256:02x}"


class _Found(NamedTuple):
    number: int
    id: str
    name: str  # of its file


class Snapshots:
    """The snapshots of the checkout at this real path. The writer holds the lock."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._place = os.path.join(state_directory(root), _FOLDER)

    def ids(self) -> list[str]:
        """The oldest first, whether they can be used or not."""
        return [each.id for each in self._found()]

    def sound(self) -> Iterator[Snapshot]:
        """Those that can be read, the oldest first."""
        for each in self._found():
            with suppress(MeminitError):
                yield self._read(each)

    def get(self, wanted: str) -> Snapshot:
        """Raises SNAPSHOT_NOT_FOUND or SNAPSHOT_DAMAGED."""
        found = next((each for each in self._found() if each.id == wanted), None)
        if found is None:
            raise MeminitError(
                SNAPSHOT_NOT_FOUND, f"there is no snapshot {wanted}", suggestion="meminit rollback --list"
            )
        return self._read(found)

    def newest(self) -> Snapshot | None:
        """The snapshot of the last apply or rollback; raises SNAPSHOT_DAMAGED."""
        found = self._found()
        return self._read(found[-1]) if found else None

    def last_apply(self) -> Snapshot | None:
        """What `rollback` rolls back: an apply that is not itself rolled back, or whatever was interrupted last.

        Raises SNAPSHOT_DAMAGED where that one cannot be used.
        """
        for number, each in enumerate(reversed(self._found())):
            snapshot = self._read(each)
            if (number == 0 and not snapshot.is_done) or (not snapshot.undoes and not self.is_rolled_back(snapshot)):
                return snapshot
        return None

    def is_rolled_back(self, snapshot: Snapshot) -> bool:
        """Whether it is rolled back, and that not rolled back in turn."""
        by = snapshot.undone_by
        if not by:
            return False
        try:
            other = self.get(by)
        except MeminitError:
            return True  # it is no longer kept
        return not self.is_rolled_back(other)

    def content(self, snapshot: Snapshot, kept: Kept) -> bytes | None:
        """The old bytes of a file; None where they are not kept. Raises SNAPSHOT_DAMAGED."""
        if kept.blob is None:
            return None
        start, size = kept.blob
        data = self._bytes(snapshot.id)
        header = data.index(b"\n", data.index(b"\n") + 1) + 1
        content = data[header + start : header + start + size]
        if sha256(content) != kept.before_sha256:
            raise _damaged(snapshot.id)
        return content

    def keep(
        self, command: str, ready: Sequence[Ready], folders: tuple[Sequence[str], Mapping[str, int]], undoes: str
    ) -> Snapshot:
        """Writes a snapshot of what is about to be changed; raises STATE_UNUSABLE where that is not possible."""
        now = time.gmtime()
        found = self._found()
        files, pieces, size = [], [], 0
        for each in ready:
            blob = None if each.before is None else (size, len(each.before))
            if each.before is not None:
                pieces.append(each.before)
                size += len(each.before)
            change = each.change
            files.append(
                Kept(change.op, change.path, change.to_path, change.before_sha256, change.after_sha256, each.mode, blob)
            )
        if size > MOST_BYTES:
            words = f"the files have {size} bytes, and a snapshot has at most {MOST_BYTES}; change fewer at once"
            raise MeminitError(STATE_UNUSABLE, words, phase="validation")
        snapshot = Snapshot(
            f"S-{time.strftime('%Y%m%dT%H%M%S', now)}-{os.urandom(3).hex()}",
            found[-1].number + 1 if found else 1,
            command,
            time.strftime("%Y-%m-%dT%H:%M:%SZ", now),
            tuple(files),
            tuple(folders[0]),
            folders[1],
            undoes,
        )
        self._write(snapshot, pieces)
        return snapshot

    def finish(self, snapshot: Snapshot) -> None:
        """Notes that all changes were made, and removes old snapshots beyond the bounds."""
        if snapshot.undoes:
            other = next((each for each in self._found() if each.id == snapshot.undoes), None)
            if other:
                self._note(other.name + _UNDONE, snapshot.id)
        self._note(self._name(snapshot) + _DONE, "")
        self._bound()

    def reopen(self, snapshot: Snapshot) -> None:
        """Takes back the note that all changes were made: they are being undone."""
        with suppress(OSError):
            os.unlink(os.path.join(self._place, self._name(snapshot) + _DONE))

    def note_index(self, wanted: str) -> None:
        """Notes that files moved in the index of git as well."""
        for each in self._found():
            if each.id == wanted:
                self._note(each.name + _INDEXED, "")

    def drop(self, snapshot: Snapshot) -> None:
        """Removes a snapshot: its changes were not made."""
        self._remove(self._name(snapshot))
        for other in (each for each in self._found() if each.id == snapshot.undoes):
            with suppress(OSError):
                os.unlink(os.path.join(self._place, other.name + _UNDONE))

    def _name(self, snapshot: Snapshot) -> str:
        return f"{snapshot.number:08d}.{snapshot.id}"

    def _found(self) -> list[_Found]:
        try:
            names = sorted(os.listdir(self._place))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise _unusable(error) from error
        matches = (match for match in map(_NAME.fullmatch, names) if match)
        return [_Found(int(match["number"]), match["id"], match.group()) for match in matches]

    def _read(self, found: _Found) -> Snapshot:
        """Reads the header of a snapshot."""
        path = os.path.join(self._place, found.name)
        try:
            first = gate.beginning(path, 1 << 40, 200).split(b"\n")[0]
            magic, digest, size = first.decode("ascii").rsplit(" ", 2)
            header = gate.beginning(path, 1 << 40, len(first) + 1 + min(int(size), _LARGEST_HEADER))[len(first) + 1 :]
            if magic != _MAGIC or sha256(header) != digest:
                raise _damaged(found.id)
            value = json.loads(header)
            if value["root"] != self._root or value["id"] != found.id:
                raise _damaged(found.id)
        except (gate.SourceError, ValueError, KeyError, TypeError) as error:
            raise _damaged(found.id) from error
        is_done, in_index = (self._has(found.name + ending) for ending in (_DONE, _INDEXED))
        return _snapshot(value, found.number)._replace(
            is_done=is_done, undone_by=self._said(found.name + _UNDONE), in_index=in_index
        )

    def _bytes(self, wanted: str) -> bytes:
        if self._loaded is None or self._loaded[0] != wanted:
            found = next((each for each in self._found() if each.id == wanted), None)
            try:
                data = gate.read_bytes(os.path.join(self._place, found.name if found else wanted), 1 << 40)
            except gate.SourceError as error:
                raise _damaged(wanted) from error
            self._loaded = (wanted, data)
        return self._loaded[1]

    _loaded: tuple[str, bytes] | None = None

    def _write(self, snapshot: Snapshot, pieces: list[bytes]) -> None:
        value = {**snapshot._asdict(), "root": self._root, "files": [each._asdict() for each in snapshot.files]}
        header = json.dumps(value).encode() + b"\n"
        first = f"{_MAGIC} {sha256(header)} {len(header)}\n".encode()
        path = os.path.join(self._place, self._name(snapshot))
        made(os.path.dirname(self._place))
        try:
            os.makedirs(self._place, 0o700, exist_ok=True)
            os.chmod(self._place, 0o700)
            for name in filter(_TEMPORARY.fullmatch, os.listdir(self._place)):  # left by a process that was killed
                os.unlink(os.path.join(self._place, name))
            atomic.replace(path, [first, header, *pieces], mode=_PRIVATE, private=True)
            atomic.sync_directory(self._place)
        except OSError as error:
            self.drop(snapshot)
            raise _unusable(error) from error

    def _note(self, name: str, text: str) -> None:
        try:
            atomic.replace(os.path.join(self._place, name), [text.encode()], mode=_PRIVATE, private=True)
            atomic.sync_directory(self._place)
        except OSError as error:
            raise _unusable(error) from error

    def _has(self, name: str) -> bool:
        return os.path.lexists(os.path.join(self._place, name))

    def _said(self, name: str) -> str:
        try:
            return gate.read_bytes(os.path.join(self._place, name), 1000).decode("ascii")
        except (gate.SourceError, UnicodeDecodeError):
            return ""

    def _bound(self) -> None:
        """Removes the oldest; the newest stays whatever its size."""
        found = self._found()
        sizes = {each: self._size(each.name) for each in found}
        for each in found[:-1]:
            if len(sizes) <= MOST and sum(sizes.values()) <= MOST_BYTES:
                return
            del sizes[each]
            self._remove(each.name)

    def _size(self, name: str) -> int:
        try:
            return os.stat(os.path.join(self._place, name)).st_size
        except OSError:
            return 0

    def _remove(self, name: str) -> None:
        for ending in ("", _DONE, _UNDONE, _INDEXED):
            with suppress(OSError):
                os.unlink(os.path.join(self._place, name + ending))


def _snapshot(value: Mapping[str, Any], number: int) -> Snapshot:
    files = tuple(Kept(**{**each, "blob": tuple(each["blob"]) if each["blob"] else None}) for each in value["files"])
    return Snapshot(
        value["id"],
        number,
        value["command"],
        value["created"],
        files,
        tuple(value["folders_made"]),
        value["folders_removed"],
        value["undoes"],
    )


def _damaged(wanted: str) -> MeminitError:
    return MeminitError(SNAPSHOT_DAMAGED, f"the snapshot {wanted} is damaged, and cannot be used", snapshot=wanted)


def _unusable(error: OSError) -> MeminitError:
    words = os.strerror(error.errno) if error.errno else "it cannot be written"
    return MeminitError(STATE_UNUSABLE, f"no snapshot can be kept in the state directory: {words}", phase="validation")
