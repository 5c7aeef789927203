"""What a check reports on: all documents, or those that the paths of a command line name."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.config.settings import Settings, parts
from meminit.documents.discover import MARKDOWN, Discovered
from meminit.faults import FILE_NOT_FOUND, INVALID_ARGUMENT, PATH_ESCAPE, MeminitError
from meminit.paths import absolute_path, may_be_there, real_path
from meminit.sources.gate import is_inside
from meminit.sources.wildcards import BadPattern, SegmentTest, segment_test
from meminit.words import LONGEST_PATH, did_you_mean, escape_unencodable, listed, shorten

_WILD = re.compile(r"[*?\[]")
_MOST_NEAR = 5  # paths or names that are suggested
_SHORTEST_NAME = 3  # without its ending
_LONGEST_NAME = 100
_SLIPS = 3


class Selection(NamedTuple):
    """What a check reports on; each path is relative to the root, and occurs once."""

    documents: frozenset[str]
    folders: tuple[tuple[str, ...], ...]  # that were named: findings of anything below them are reported
    outside: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()  # folders that had to be listed for it, and cannot be
    idle: tuple[str, ...] = ()  # they exist, but nothing in them is governed

    def holds(self, path: str) -> bool:
        """Whether a path that is not a document, such as an unreadable folder, is in one of the folders."""
        names = parts(path)
        return any(names[: len(folder)] == folder for folder in self.folders)


def selected(arguments: tuple[str, ...], root: str, settings: Settings, discovered: Discovered) -> Selection:
    """What the arguments name; everything where there are none."""
    if not arguments:
        return _everything(root, settings, discovered)
    return _named(arguments, root, settings, discovered)


def _everything(root: str, settings: Settings, discovered: Discovered) -> Selection:
    documents = frozenset(each.path for each in discovered.candidates)
    folders = (each.root or "." for each in settings.namespaces if os.path.isdir(os.path.join(root, each.root)))
    return Selection(documents, ((),), idle=() if documents else tuple(sorted(folders)))


def _named(arguments: tuple[str, ...], root: str, settings: Settings, discovered: Discovered) -> Selection:
    """Raises PATH_ESCAPE for an argument that leaves the root, FILE_NOT_FOUND where the only one names nothing."""
    resolver = _Resolver(root, settings, discovered)
    named_places = [resolver.place(argument) for argument in arguments]
    for place in named_places:
        resolver.resolve(place)
    if len(arguments) == 1 and resolver.missing:
        (path,) = resolver.missing
        meant = nearest_paths(path, (each.path for each in discovered.candidates))
        words = f"file not found: {path}{one_of(meant)}"
        raise MeminitError(FILE_NOT_FOUND, words, path=path, suggestions=meant or None)
    return Selection(
        frozenset(resolver.documents),
        tuple(sorted(resolver.folders)),
        tuple(sorted(resolver.outside)),
        tuple(sorted(resolver.missing)),
        tuple(sorted(resolver.unlisted)),
        tuple(sorted(resolver.idle)),
    )


class _Place(NamedTuple):
    """An absolute path inside the root, without dots or links above its last name; perhaps a pattern below it."""

    path: str
    pattern: tuple[str, ...] = ()


class _Resolver:
    def __init__(self, root: str, settings: Settings, discovered: Discovered) -> None:
        self._root = root
        self._roots = [parts(namespace.root) for namespace in settings.namespaces]
        self._by_file: Mapping[str, str] = {os.path.join(root, each.file): each.path for each in discovered.candidates}
        self._governed = sorted((parts(each.path), each.path) for each in discovered.candidates)
        unreadable = (each for each in discovered.surroundings if each.problem.code == "FILE_UNREADABLE")
        self._unreadable = {parts(each.path) for each in unreadable}
        self.documents: set[str] = set()
        self.folders: set[tuple[str, ...]] = set()
        self.outside: set[str] = set()
        self.missing: set[str] = set()
        self.unlisted: set[str] = set()
        self.idle: set[str] = set()

    def place(self, argument: str) -> _Place:
        """The path or pattern that an argument means; raises PATH_ESCAPE for one that leaves the root."""
        path = absolute_path(_checked(argument))
        # "[x].md" may be a name, brackets and all.
        if not _WILD.search(argument) or os.path.lexists(path) or real_path(path) == self._root:
            return _Place(located(self._root, argument))
        above, pattern = _divided(argument, self._root)
        return _Place(inside(self._root, above, argument), pattern)

    def resolve(self, place: _Place) -> None:
        unlisted: list[str] = []
        if place.pattern:
            found = [self._found(match) for match in _expanded(place, unlisted)]
        elif os.path.lexists(place.path) or self._is_governed(place.path):
            found = [self._named(place.path)]
        else:
            found = []
            unlisted = [os.path.dirname(place.path)] if may_be_there(place.path) else []
        self.unlisted.update(self._relative(folder) for folder in unlisted)
        found += [True for _ in unlisted]
        shown = self._relative(os.path.join(place.path, *place.pattern))
        if not found:
            self.missing.add(shorten(shown, LONGEST_PATH))
        elif not any(found):
            self.idle.add(shown)

    def _named(self, path: str) -> bool:
        """A symbolic link that was named means its target, if that is inside the repository."""
        if os.path.islink(path) and path not in self._by_file:
            path = inside(self._root, path, self._relative(path))
        return self._found(path)

    def _found(self, place: str) -> bool:
        """Adds what exists at a path; False where there is nothing to check."""
        if place in self._by_file:
            self.documents.add(self._by_file[place])
            return True
        names = self._names(place)
        if os.path.islink(place):
            self.folders.add(names)  # the finding of the link is reported, but the link is not followed
            return False
        if os.path.isdir(place) or not os.path.lexists(place):  # a folder that the index alone has
            self.folders.add(names)
            below = [path for governed, path in self._governed if governed[: len(names)] == names]
            self.documents.update(below)
            return bool(below) or self._is_unseen(names)
        if place.lower().endswith(MARKDOWN) and not any(names[: len(root)] == root for root in self._roots):
            self.outside.add(self._relative(place))
            return True
        return self._is_unseen(names)

    def _is_governed(self, place: str) -> bool:
        """Whether it holds a document, which the index of git may have although the disk has not."""
        names = self._names(place)
        return any(governed[: len(names)] == names for governed, _ in self._governed)

    def _is_unseen(self, names: tuple[str, ...]) -> bool:
        """Whether the path is in a folder that cannot be listed, so that documents there are unknown."""
        above = next((names[:end] for end in range(1, len(names) + 1) if names[:end] in self._unreadable), None)
        if above:
            self.unlisted.add("/".join(above))
        return above is not None

    def _names(self, place: str) -> tuple[str, ...]:
        return parts(self._relative(place))

    def _relative(self, place: str) -> str:
        return relative(self._root, place)


def _divided(argument: str, root: str) -> tuple[str, tuple[str, ...]]:
    """The folder above the first wildcard of a pattern, and the rest. The root's own name may hold brackets."""
    base, rest = os.curdir, os.path.normpath(argument)
    if os.path.isabs(argument):
        base = root if rest.startswith(os.path.join(root, "")) else absolute_path(os.sep)
        rest = os.path.relpath(rest, base)
    names = rest.split(os.sep)
    first = next(index for index, name in enumerate(names) if _WILD.search(name))
    return absolute_path(os.path.join(base, *names[:first])), tuple(names[first:])


def _expanded(place: _Place, unlisted: list[str]) -> Iterator[str]:
    """The files and folders that a pattern matches, as in a shell with `**`; adds to `unlisted` what it cannot list."""
    try:
        tests = [None if name == "**" else _visible(name) for name in place.pattern]
    except BadPattern:
        return
    yield from _walk(place.path, tests, unlisted)


def _visible(name: str) -> SegmentTest:
    """As in a shell, a name that begins with a dot is matched only by a pattern that does, too."""
    test = segment_test(name)
    return test if name.startswith(".") else lambda candidate: not candidate.startswith(".") and test(candidate)


_ANY_VISIBLE = _visible("*")


def _walk(above: str, tests: list[SegmentTest | None], unlisted: list[str]) -> Iterator[str]:
    """Folder by folder; `at` is the index of the test that the names in a folder have to pass."""
    waiting = [(above, 0)]
    seen: set[tuple[str, int]] = set()
    while waiting:
        folder, at = waiting.pop()
        if (folder, at) in seen:
            continue
        seen.add((folder, at))
        last = at + 1 == len(tests)
        test = tests[at] or _ANY_VISIBLE
        deeper = at if tests[at] is None else at + 1
        if tests[at] is None and not last:
            waiting.append((folder, at + 1))
        for entry in _entries(folder, unlisted):
            if test(entry.name):
                if last:
                    yield entry.path
                if deeper < len(tests) and entry.is_dir(follow_symlinks=False):
                    waiting.append((entry.path, deeper))


def _entries(folder: str, unlisted: list[str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as listing:
            return list(listing)
    except PermissionError:
        unlisted.append(folder)
    except OSError:
        pass
    return []


def _checked(argument: str) -> str:
    """The argument; raises INVALID_ARGUMENT for one that cannot be a path."""
    if not argument or "\0" in argument:
        raise MeminitError(INVALID_ARGUMENT, "a PATH is empty" if not argument else "a PATH holds a NUL")
    if len(os.fsencode(argument)) > LONGEST_PATH:
        raise MeminitError(INVALID_ARGUMENT, f"a PATH is longer than {LONGEST_PATH} bytes")
    return argument


def nearest_paths(path: str, known: Iterable[str]) -> list[str]:
    """Of some paths, those that end in the same name, else those whose name is near; those in the same folder first."""
    if _WILD.search(path) or len(_stem(path)) < _SHORTEST_NAME:
        return []
    by_name: dict[str, list[str]] = {}
    for each in known:
        by_name.setdefault(_stem(each), []).append(each)
    names = [_stem(path)] if _stem(path) in by_name else nearest_names(_stem(path), by_name)
    found = [each for name in names for each in by_name[name]]
    beside = [each for each in found if each.rpartition("/")[0] == path.rpartition("/")[0]]
    return (beside or found)[:_MOST_NEAR]


def nearest_names(name: str, known: Iterable[str]) -> list[str]:
    """The names that differ in a few letters, the nearest first."""
    if not name or len(name) > _LONGEST_NAME:
        return []
    wanted, limit = name.casefold(), min(_SLIPS, max(1, len(name) // 4))
    from meminit.linking.guessing import distance  # noqa: PLC0415 - only where something is missing

    ranks = {each: distance(wanted, each.casefold(), limit) for each in known if len(each) <= _LONGEST_NAME}
    near = sorted((each for each, rank in ranks.items() if rank is not None), key=lambda each: (ranks[each], each))
    return near[:_MOST_NEAR]


def one_of(meant: list[str]) -> str:
    """A clause for the end of a message, empty if nothing is near."""
    return did_you_mean(meant[0]) if len(meant) == 1 else f"; the nearest are {listed(meant)}" if meant else ""


def _stem(path: str) -> str:
    return os.path.splitext(path.rpartition("/")[2])[0].casefold()


def located(root: str, argument: str) -> str:
    """The absolute path of an argument, its last name as it is; raises PATH_ESCAPE for one that leaves the root."""
    path = absolute_path(_checked(argument))
    if real_path(path) == root:
        return root
    return os.path.join(inside(root, os.path.dirname(path), argument), os.path.basename(path))


def inside(root: str, path: str, argument: str) -> str:
    """The real path; raises PATH_ESCAPE where it is outside the repository."""
    real = real_path(path)
    if not is_inside(root, real):
        # No absolute path is shown.
        outside = f"…/{os.path.basename(argument)}" if os.path.isabs(argument) else None
        shown = escape_unencodable(outside) if outside else relative(root, absolute_path(argument))
        raise MeminitError(PATH_ESCAPE, f"{shown} leads out of the repository", path=shown)
    return real


def relative(root: str, path: str) -> str:
    """The path below the root, as it is shown."""
    return escape_unencodable(os.path.relpath(path, root).replace(os.sep, "/"))
