"""Resolves paths as the system does, although links may be endless and the current directory may be gone."""

import os
import stat
from typing import NamedTuple

from meminit.faults import CONFIG_MISSING, MeminitError

_MOST_LINKS = 40  # in one path; Linux follows no more of them, and other systems fewer


class Real(NamedTuple):
    """Where a path leads. `mode` is 0 if nothing is there, or if no system would get there."""

    path: str
    mode: int
    links: int = 0  # how many were followed

    @property
    def is_there(self) -> bool:
        return self.mode != 0

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.mode)


_TOP = Real(os.sep, stat.S_IFDIR)


class _Way:
    """A path that is followed name by name: how far it has come, and what is left. `link` is the link that holds it."""

    def __init__(self, start: Real, path: str, link: str = "") -> None:
        self.here = start
        self.names = path.split("/")[::-1]
        self.link = link
        self._is_lost = False

    def go(self, there: Real) -> None:
        """Goes past the next name. Systems require a folder before every other name, also before `.` and `..`."""
        self._is_lost = self._is_lost or not self.here.is_folder
        self.names.pop()
        self.here = there._replace(links=self.here.links + there.links)

    @property
    def end(self) -> Real:
        """A link that leads through too many others stays in the path, so that systems refuse to open that."""
        path, mode, links = self.here
        links += 1 if self.link else 0
        if links > _MOST_LINKS:
            return Real(self.link or path, 0, links=_MOST_LINKS + 1)
        return Real(path, 0 if self._is_lost else mode, links)


class RealPaths:
    """Follows the links of paths. Each link is read once, however many paths and other links lead through it."""

    def __init__(self) -> None:
        self._folders: dict[str, Real] = {}
        self._links: dict[str, Real] = {}
        self.seen: set[str] = set()  # all paths that were asked for what they are

    def of(self, path: str) -> Real:
        path = absolute_path(path)
        if os.name != "posix":  # paths may begin with a drive, and there are other kinds of links
            real = _by_python(path)
            return Real(real, _mode(real))
        folder, name = os.path.split(path)
        if folder not in self._folders:
            self._folders[folder] = self._end(_Way(_TOP, folder))
        return self._end(_Way(self._folders[folder], name))

    def _end(self, way: _Way) -> Real:
        """Links in links are kept in a list: there may be more of them than Python can nest calls."""
        ways = [way]
        while True:
            way = ways[-1]
            if way.names:
                ways.extend(self._step(way))
            elif len(ways) == 1:
                return way.end
            else:
                self._links[way.link] = ways.pop().end

    def _step(self, way: _Way) -> tuple[_Way, ...]:
        """Goes past a name. For a link that was not followed yet it returns the way that has to be followed first."""
        name, here = way.names[-1], way.here._replace(links=0)
        there = os.path.join(here.path, name)
        if name in {"", "."}:
            way.go(here)
        elif name == "..":
            way.go(Real(os.path.dirname(here.path), stat.S_IFDIR))
        elif there in self._links:
            way.go(self._links[there])
        else:
            self.seen.add(there)
            mode = _mode(there)
            target = _target(there) if stat.S_ISLNK(mode) else ""
            if target:
                self._links[there] = Real(there, 0, _MOST_LINKS + 1)  # until its end is known: a circle has none
                start = _TOP if target.startswith("/") else Real(here.path, stat.S_IFDIR)
                return (_Way(start, target, there),)
            way.go(Real(there, 0 if stat.S_ISLNK(mode) else mode))
        return ()


def absolute_path(path: str) -> str:
    try:
        return os.path.abspath(path)
    except OSError as error:
        raise MeminitError(CONFIG_MISSING, "the current directory does not exist any more") from error


def real_path(path: str) -> str:
    """The path without links, but for one that no system could follow to its end."""
    return RealPaths().of(path).path


def _by_python(path: str) -> str:
    try:
        return os.path.realpath(path)
    except RecursionError:
        return path


def _mode(path: str) -> int:
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0


def _target(link: str) -> str:
    try:
        return os.readlink(link)
    except OSError:  # it is not a link any more
        return ""


def may_be_there(path: str) -> bool:
    """Whether anything is there, also a link to nothing. What may not be looked at counts as there."""
    try:
        os.lstat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return True
