"""Plans how to put back what was there before an apply, from its snapshot."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.edits.snapshots import Kept, Snapshot, Snapshots
from meminit.edits.spans import difference, is_text, sha256
from meminit.edits.verifying import place
from meminit.faults import E_ROLLBACK_CONFLICT, MeminitError
from meminit.model.plan import Change, Plan
from meminit.sources import gate
from meminit.words import escape_unencodable, listed

_BOM = b"\xef\xbb\xbf"
_LARGEST = 1 << 30


class Drift(NamedTuple):
    """A file that is not what the last apply left: digests, None where there should be or is no file."""

    path: str
    expected: str | None
    actual: str | None

    @property
    def kind(self) -> str:
        if self.actual is None:
            return "missing"
        return "extra" if self.expected is None else "modified"


def states_before(snapshot: Snapshot) -> Mapping[str, str | None]:
    """The digest of each file that it touches before the apply; None where there was none."""
    found: dict[str, str | None] = {each.target: None for each in snapshot.files if each.target}
    return {**found, **{each.path: each.before_sha256 for each in snapshot.files if each.op != "create"}}


def states_after(snapshot: Snapshot) -> Mapping[str, str | None]:
    """The same after the apply."""
    found: dict[str, str | None] = {each.path: None for each in snapshot.files}
    return {**found, **{each.target: each.after_sha256 for each in snapshot.files if each.target}}


def drift(root: str, snapshot: Snapshot) -> tuple[Drift, ...]:
    """The files that are not what the apply left."""
    after = states_after(snapshot)
    found = (Drift(path, expected, state(root, path)) for path, expected in sorted(after.items()))
    return tuple(each for each in found if each.actual != each.expected)


def state(root: str, path: str) -> str | None:
    """The digest of a file; None where there is none, and a word that is no digest where it is no regular file."""
    try:
        return gate.digest(place(root, path))
    except gate.SourceError as error:
        return None if error.kind == "missing" else error.kind


def rollback_plan(root: str, snapshots: Snapshots, snapshot: Snapshot, *, force: bool) -> Plan:
    """The plan that undoes an apply; raises E_ROLLBACK_CONFLICT for files that were edited since, or SNAPSHOT_DAMAGED.

    Of an apply that was interrupted, each file is old or new.
    """
    before, after = states_before(snapshot), states_after(snapshot)
    now = {path: state(root, path) for path in after}
    conflicts = [
        path
        for path, is_now in sorted(now.items())
        if is_now != after[path] and (snapshot.is_done or is_now != before[path])
    ]
    if conflicts and not force:
        shown = [escape_unencodable(each) for each in conflicts]
        words = f"files were edited since {snapshot.id}: {listed(shown, 5)}"
        raise MeminitError(E_ROLLBACK_CONFLICT, words, paths=shown, suggestion="meminit rollback --force --diff")
    undone = _Undone(root, snapshots, snapshot, now)
    changes = undone.whole() if now == after else undone.by_path()
    return Plan("rollback", tuple(changes)).in_order


class _Undone:
    def __init__(self, root: str, snapshots: Snapshots, snapshot: Snapshot, now: Mapping[str, str | None]) -> None:
        self._root = root
        self._snapshots = snapshots
        self._snapshot = snapshot
        self._now = now
        self._by_path = {each.path: each for each in snapshot.files}

    def whole(self) -> Iterator[Change]:
        """Each change the other way round."""
        for each in self._snapshot.files:
            if each.op == "rename" and each.target:
                yield self._changed("rename", each.target, self._old(each), each.path)
            elif each.op == "create":
                yield self._removed(each.path)
            elif each.op == "remove":
                yield self._created(each)
            else:
                yield self._changed("update", each.path, self._old(each))

    def by_path(self) -> Iterator[Change]:
        """What each path lacks of what was there before."""
        settled: set[str] = set()
        for each in self._snapshot.files:
            target = each.target
            is_alone = target is not None and target not in self._by_path and self._now[each.path] is None
            if each.op == "rename" and target and is_alone and self._now[target] == each.after_sha256:
                yield self._changed("rename", target, self._old(each), each.path)
                settled |= {target, each.path}
        before = states_before(self._snapshot)
        for path, wanted in sorted(before.items()):
            if path in settled or self._now[path] == wanted:
                continue
            if wanted is None:
                yield self._removed(path)
            elif self._now[path] is None:
                yield self._created(self._by_path[path])
            else:
                yield self._changed("update", path, self._old(self._by_path[path]))

    def _old(self, kept: Kept) -> bytes | None:
        return self._snapshots.content(self._snapshot, kept)

    def _removed(self, path: str) -> Change:
        return self._change(Change("remove", path, before_sha256=self._now[path] or ""))

    def _created(self, kept: Kept) -> Change:
        old = self._old(kept) or b""
        change = Change("create", kept.path, after_sha256=kept.before_sha256)
        return self._change(change._replace(content=old.decode()) if _is_plain(old) else change._replace(raw=old))

    def _changed(self, op: str, path: str, old: bytes | None, to_path: str = "") -> Change:
        change = Change("rename" if op == "rename" else "update", path, to_path, self._now[path] or "")
        if old is None or sha256(old) == change.before_sha256:  # renamed as it is
            return self._change(change._replace(after_sha256=change.before_sha256))
        change = change._replace(after_sha256=sha256(old))
        here = gate.read_bytes(place(self._root, path), _LARGEST)
        if not (is_text(here) and is_text(old)) or here.startswith(_BOM) != old.startswith(_BOM):
            return self._change(change._replace(raw=old))
        texts = (each.removeprefix(_BOM).decode() for each in (here, old))
        return self._change(change._replace(edits=difference(*texts)))

    def _change(self, change: Change) -> Change:
        return change._replace(safe=True, reason=f"What was there before {self._snapshot.id}.")


def _is_plain(data: bytes) -> bool:
    return is_text(data) and not data.startswith(_BOM)


def modes(snapshot: Snapshot) -> Mapping[str, int]:
    """The permissions of the files before the apply."""
    return {each.path: each.mode for each in snapshot.files if each.mode is not None}
