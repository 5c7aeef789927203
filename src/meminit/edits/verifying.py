"""Compares a plan with the files that it is about, before anything is written: paths, digests, edits, targets.

What passes here is ready to be judged and applied: the bytes before and after of each file are known.
"""

import os
import stat
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.edits.plan import invalid
from meminit.edits.spans import EditError, edited, encoded, is_text, sha256
from meminit.faults import E_PLAN_STALE, PATH_ESCAPE, WRITE_REFUSED, MeminitError
from meminit.model.plan import Change
from meminit.paths import RealPaths
from meminit.sources import gate
from meminit.words import escape_unencodable, listed

_OF_VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})
LONGEST_NAME = 255  # bytes; file systems allow no more
_LARGEST = 1 << 30  # bytes of a file that is changed
HELD = 1 << 22  # bytes of a file that is only renamed; a larger one is not read into memory


class Seen(NamedTuple):
    """What shows whether a file is still the one that was read."""

    inode: int
    size: int
    changed: int  # nanoseconds


class Ready(NamedTuple):
    """A change with the bytes before and after it. None: there is no such file, or it is renamed and not held.

    `mode`, `owner` and `seen` are those of the file that was read; a new file has none.
    """

    change: Change
    before: bytes | None = None
    after: bytes | None = None
    mode: int | None = None
    owner: tuple[int, int] | None = None
    seen: Seen | None = None

    @property
    def is_moved_only(self) -> bool:
        """Whether a file is renamed and keeps its bytes."""
        return self.change.op == "rename" and self.change.before_sha256 == self.change.after_sha256

    @property
    def source(self) -> str | None:
        """The path at which a file stood that is changed."""
        return None if self.change.op == "create" else self.change.path

    @property
    def target(self) -> str | None:
        """The path at which a file will stand."""
        return None if self.change.op == "remove" else self.change.target


def place(root: str, path: str) -> str:
    return os.path.join(root, *path.split("/"))


def verified(root: str, changes: Sequence[Change]) -> tuple[Ready, ...]:
    """The changes with their bytes; raises PATH_ESCAPE, WRITE_REFUSED, E_PLAN_STALE or PLAN_INVALID."""
    folders: dict[str, bool] = {}
    real_paths = RealPaths()
    for change in changes:
        for path in {change.path, change.target}:
            _see_to_path(root, path, folders, real_paths)
    _see_to_clashes(changes)
    found = [_read(root, change) for change in changes]
    stale = sorted(change.path for change, each in zip(changes, found, strict=True) if each is None)
    if stale:
        words = f"files have changed since the plan was made, or are gone: {listed(map(escape_unencodable, stale), 5)}"
        paths = [escape_unencodable(each) for each in stale]
        raise MeminitError(E_PLAN_STALE, words, paths=paths, phase="validation")
    ready = tuple(_with_result(each) for each in found if each)
    _see_to_targets(root, ready)
    _see_to_permissions(root, ready)
    return ready


def _see_to_path(root: str, path: str, folders: dict[str, bool], real_paths: RealPaths) -> None:
    names = path.split("/")
    shown = escape_unencodable(path)
    if "\0" in path or path != "/".join(each for each in names if each not in {"", "."}):
        words = "it is no plain path from the root of the repository"
        raise _escape(shown, words) if path.startswith("/") else invalid(path, words)
    if ".." in names or os.path.isabs(path) or (os.name == "nt" and set(path) & set("\\:")):
        raise _escape(shown, "it leads out of the repository")
    if any(len(os.fsencode(each)) > LONGEST_NAME for each in names):
        raise invalid(path, f"a name in it has more than {LONGEST_NAME} bytes")
    if not _OF_VERSION_CONTROL.isdisjoint(each.casefold() for each in names):
        raise _escape(shown, "it lies among the files of a version control system")
    folder = "/".join(names[:-1])
    if folder not in folders:
        there = place(root, folder) if folder else root
        folders[folder] = real_paths.of(there).path == there
    if not folders[folder]:
        raise _escape(shown, "a folder on the way is a symbolic link")
    if os.path.islink(place(root, path)):
        raise _escape(shown, "it is a symbolic link")


def _escape(shown: str, words: str) -> MeminitError:
    return MeminitError(PATH_ESCAPE, f"{shown}: {words}", path=shown, phase="validation")


def _see_to_clashes(changes: Iterable[Change]) -> None:
    sources = Counter(each.path for each in changes)
    targets = Counter(each.target for each in changes if each.op != "remove")
    for counts, words in ((sources, "the plan changes it twice"), (targets, "the plan puts two files there")):
        twice = next((path for path, count in sorted(counts.items()) if count > 1), None)
        if twice is not None:
            raise invalid(twice, words)
    for each in changes:
        if each.op in {"create", "update", "remove"} and each.to_path:
            raise invalid(each.path, f"to_path belongs to a rename, not to {each.op}")
        if each.op == "rename" and each.to_path == each.path:
            raise invalid(each.path, "it is renamed to itself")
        if each.op == "create" and (each.edits or each.encoding):
            raise invalid(each.path, "a file that is created has content, and neither edits nor an encoding")
        if each.op != "create" and each.content is not None:
            raise invalid(each.path, f"content belongs to create, not to {each.op}")


def _read(root: str, change: Change) -> Ready | None:
    """The change with the bytes before it; None where they are not those that it was made for."""
    if change.op == "create":
        return Ready(change)
    path = place(root, change.path)
    try:
        is_held = change.op != "rename" or bool(change.edits) or os.lstat(path).st_size <= HELD
        data, status = gate.read_and_seen(path, _LARGEST) if is_held else (None, os.lstat(path))
        digest = sha256(data) if data is not None else gate.digest(path)
    except (gate.SourceError, FileNotFoundError, NotADirectoryError) as error:
        if isinstance(error, gate.SourceError) and error.kind != "missing":
            raise _refused(change.path, error.words) from error
        return None
    except OSError as error:
        raise _refused(change.path, os.strerror(error.errno or 0)) from error
    if digest != change.before_sha256:
        return None
    seen = Seen(status.st_ino, status.st_size, status.st_mtime_ns)
    return Ready(change, data, None, stat.S_IMODE(status.st_mode), (status.st_uid, status.st_gid), seen)


def _with_result(ready: Ready) -> Ready:
    change = ready.change
    try:
        after = _after(ready)
    except EditError as error:
        raise invalid(change.path, error.words) from error
    if change.op == "remove":
        return ready
    digest = sha256(after) if after is not None else change.before_sha256
    if change.after_sha256 and change.after_sha256 != digest:
        raise invalid(change.path, "after_sha256 is not what the file would be after this change")
    return ready._replace(change=change._replace(after_sha256=digest), after=after)


def _after(ready: Ready) -> bytes | None:
    change = ready.change
    if change.op == "create":
        return change.raw if change.raw is not None else encoded(change.content or "")
    if change.op == "remove" or ready.before is None:
        return None
    if change.op == "update" and change.raw is None and not change.encoding and not is_text(ready.before):
        raise EditError("the file is not UTF-8; `encoding` has to say what it is read as")
    return edited(ready.before, change)


def _see_to_targets(root: str, ready: Sequence[Ready]) -> None:
    """No change replaces a file that the plan does not move away."""
    leaving = {each.change.path for each in ready if each.change.op in {"rename", "remove"}}
    arriving = {each.target for each in ready if each.target and each.target != each.source}
    for path in sorted(arriving - leaving):
        if os.path.lexists(place(root, path)) and not _is_same_file(root, path, leaving):
            raise invalid(path, "there is a file already" if not os.path.isdir(place(root, path)) else "it is a folder")
        for folder in _above(path):
            if folder in arriving or (os.path.lexists(place(root, folder)) and not os.path.isdir(place(root, folder))):
                raise invalid(path, f"{escape_unencodable(folder)} is no folder")


def _is_same_file(root: str, path: str, leaving: Collection[str]) -> bool:
    """Whether what stands there is a file that leaves it: on some systems names differ in letter case alone."""
    same = [each for each in leaving if each != path and each.casefold() == path.casefold()]
    return any(os.path.samefile(place(root, each), place(root, path)) for each in same)


def _above(path: str) -> Iterator[str]:
    names = path.split("/")[:-1]
    while names:
        yield "/".join(names)
        names.pop()


def _see_to_permissions(root: str, ready: Iterable[Ready]) -> None:
    folders: set[str] = set()
    for each in ready:
        if each.change.op == "update" and not os.access(place(root, each.change.path), os.W_OK):
            raise _refused(each.change.path, "it is read-only")
        folders.update(path.rpartition("/")[0] for path in (each.source, each.target) if path)
    for folder in sorted(folders):
        there = next((each for each in (folder, *_above(folder)) if os.path.lexists(place(root, each))), "")
        if not os.access(place(root, there) if there else root, os.W_OK | os.X_OK):
            raise _refused(there or ".", "the folder is read-only")


def _refused(path: str, words: str) -> MeminitError:
    shown = escape_unencodable(path)
    return MeminitError(WRITE_REFUSED, f"{shown}: {words}", path=shown, phase="validation")


def missing_folders(root: str, ready: Iterable[Ready], more: Iterable[str] = ()) -> tuple[str, ...]:
    """The folders that have to be made, those above others first; `more` are others, where their place is there."""
    targets = {each.target for each in ready if each.target and each.target != each.source}
    wanted = {folder for target in targets for folder in _above(target)}
    missing = {each for each in wanted if not os.path.lexists(place(root, each))}
    for each in sorted(more):
        above = each.rpartition("/")[0]
        if not os.path.lexists(place(root, each)) and (above in missing or os.path.isdir(place(root, above))):
            missing.add(each)
    return tuple(sorted(missing))


def emptied_folders(
    root: str, ready: Sequence[Ready], may_go: Callable[[str], bool], made: Iterable[str] = ()
) -> Mapping[str, int]:
    """The folders that hold nothing after the changes, as far as they may go, each with its permissions.

    Those in others come first. `made` are folders that are looked at as well: an apply made them that is undone.
    """
    staying = {each.target for each in ready if each.target}
    leaving = {each.source for each in ready if each.source} - staying
    needed = {folder for target in staying for folder in _above(target)}
    found: dict[str, int] = {}
    candidates = {folder for path in leaving for folder in _above(path)}
    candidates |= {each for each in made if os.path.isdir(place(root, each))}
    for folder in sorted(candidates, key=lambda each: (-each.count("/"), each)):
        if folder not in needed and may_go(folder) and _is_left_empty(root, folder, leaving | found.keys()):
            found[folder] = stat.S_IMODE(os.lstat(place(root, folder)).st_mode)
    return found


def _is_left_empty(root: str, folder: str, leaving: Collection[str]) -> bool:
    try:
        return all(f"{folder}/{name}" in leaving for name in os.listdir(place(root, folder)))
    except OSError:
        return False
