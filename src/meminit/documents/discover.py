"""Finds the governed files of every namespace, in an order that no directory decides."""

import os
from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from meminit.config.settings import Namespace, Settings, parts
from meminit.documents import ignoring
from meminit.documents.ignoring import Ignores
from meminit.documents.tree import Tree
from meminit.model.finding import Problem
from meminit.sources import gate
from meminit.sources.files import Names
from meminit.sources.globs import Folder
from meminit.words import LONGEST_PATH, escape_unencodable

_ESCAPE = Problem("PATH_ESCAPE", {"problem": "it is a symbolic link that leads out of the repository"})
UNLISTED = "the folder cannot be listed"
_DANGLING = Problem("FILE_UNREADABLE", {"problem": "it is a symbolic link to nothing"})
MARKDOWN = (".md", ".markdown")
_UNHEARD = "meminit-a-name-that-no-file-has"


class Candidate(NamedTuple):
    """A governed file: its path as it is shown and as it is, its namespace, and why it must not be opened."""

    path: str
    file: str
    namespace: str
    problem: Problem | None = None


class Surroundings(NamedTuple):
    """A path other than a document that a full run reports: an unreadable folder, a missing root."""

    path: str
    problem: Problem


class Discovered(NamedTuple):
    candidates: tuple[Candidate, ...]
    surroundings: tuple[Surroundings, ...]


def discover(tree: Tree, settings: Settings) -> Discovered:
    walk = _Walk(tree, settings)
    for namespace in settings.namespaces:
        walk.namespace(namespace)
    tree.searched = walk.searched
    return Discovered(
        tuple(sorted(walk.candidates, key=itemgetter(0, 1))),  # two may be shown alike
        tuple(sorted(walk.surroundings, key=itemgetter(0))),
    )


def selects_alike(one: Settings, other: Settings) -> bool:
    """Whether both find the same documents, whatever they ask of them."""
    return _selection(one) == _selection(other)


def _selection(settings: Settings) -> tuple[object, ...]:
    namespaces = settings.namespaces
    chosen = ((each.name, each.root, each.optional, each.include.said, each.exclude.said) for each in namespaces)
    return settings.respect_gitignore, *chosen


def is_ignored(tree: Tree, settings: Settings, namespace: Namespace) -> bool:
    """Whether .gitignore files name the docs root, or whatever Markdown would lie in it."""
    return _Walk(tree, settings).ignores(namespace)


class _Visit(NamedTuple):
    """A folder that the walk stands in, and all that decides about what lies there."""

    names: tuple[str, ...]  # below the repository's root
    namespace: Namespace
    ignores: Ignores  # what the .gitignore files say here, the topmost first
    include: Folder
    exclude: Folder
    included: bool = False  # whether an include pattern selects the folder, and so all that lies below it
    prefix: str = ""  # the names as they stand before those of files

    def documents(self, names: Iterable[str]) -> list[str]:
        """Those of the files that are documents, all at once, since there may be a hundred thousand."""
        found = [each for each in names if self._is_included(each)] if self.included else self.include.selected(names)
        found = _less(found, self.exclude.selected(found))
        if len(self.ignores) == 1:
            return _less(found, self.ignores[0].selected(found))
        return [each for each in found if not self.is_ignored(each, directory=False)] if self.ignores else found

    def _is_included(self, name: str) -> bool:
        included = self.include.verdict(name)
        return name.lower().endswith(MARKDOWN) if included is None else included

    def is_entered(self, name: str) -> bool:
        return (
            name not in ignoring.REPOSITORY_FOLDERS
            and not self.exclude.verdict(name, directory=True)
            and not self.is_ignored(name, directory=True)
        )

    def below(self, name: str) -> "_Visit":
        """The folder of that name, inside the namespace."""
        included = self.include.verdict(name, directory=True)
        return _Visit(
            (*self.names, name),
            self.namespace,
            ignoring.below(self.ignores, name),
            self.include.below(name),
            self.exclude.below(name),
            self.included if included is None else included,
            f"{self.prefix}{name}/",
        )

    def is_ignored(self, name: str, *, directory: bool) -> bool:
        return ignoring.is_ignored(self.ignores, name, directory=directory)


def _less(names: list[str], taken: list[str]) -> list[str]:
    gone = frozenset(taken)
    return [each for each in names if each not in gone] if gone else names


class _Walk:
    def __init__(self, tree: Tree, settings: Settings) -> None:
        self._tree = tree
        self._root = tree.root
        self._respects_ignores = settings.respect_gitignore
        self._roots = {parts(namespace.root) for namespace in settings.namespaces}
        self.candidates: list[Candidate] = []
        self.searched: list[Names] = []
        self.surroundings: list[Surroundings] = []

    def namespace(self, namespace: Namespace) -> None:
        names = parts(namespace.root)
        real = self._tree.real(names)
        if not real.is_folder:
            if not namespace.optional:
                words = "is not a directory" if os.path.lexists(self._tree.path(names)) else "does not exist"
                self._tell(names, Problem("DOCS_ROOT_MISSING", {"problem": words}))
        elif not gate.is_inside(self._root, real.path):
            self._tell(names, _ESCAPE)
        else:
            waiting: list[tuple[_Visit, str | None]] = [(place, None) for place in self._start(names, namespace)]
            while waiting:
                place, name = waiting.pop()
                here = place if name is None else place.below(name)  # only now, so that few are kept at a time
                waiting.extend(self._folder(here))

    def ignores(self, namespace: Namespace) -> bool:
        places = [self._with_own_ignore(place) for place in self._start(parts(namespace.root), namespace)]
        return all(place.is_ignored(f"{_UNHEARD}{ending}", directory=False) for place in places for ending in MARKDOWN)

    def _start(self, names: tuple[str, ...], namespace: Namespace) -> list[_Visit]:
        """The docs root with the .gitignore files above it; nothing when they name the docs root itself."""
        place = _Visit((), namespace, (), namespace.include.top(), namespace.exclude.top())
        for name in names:
            place = self._with_own_ignore(place)
            if place.is_ignored(name, directory=True):
                return []
            ignores = ignoring.below(place.ignores, name)
            place = place._replace(names=(*place.names, name), ignores=ignores, prefix=f"{place.prefix}{name}/")
        return [place]

    def _with_own_ignore(self, place: _Visit) -> _Visit:
        if not self._respects_ignores:
            return place
        try:
            return place._replace(ignores=ignoring.with_own(self._tree.sources, place.names, place.ignores))
        except gate.SourceError as error:
            self._tell((*place.names, ".gitignore"), Problem("FILE_UNREADABLE", {"problem": error.words}))
            return place

    def _folder(self, place: _Visit) -> list[tuple[_Visit, str | None]]:
        """Notes the documents of one folder, and names the folders in it that belong to the namespace."""
        entries = self._tree.entries(place.names)
        self.searched.append(place.names)
        if entries is None:
            self._tell(place.names, Problem("FILE_UNREADABLE", {"problem": self._why_unlisted(place.names)}))
            return []
        if ".gitignore" in entries:
            place = self._with_own_ignore(place)
        for name in place.documents([name for name, kind in entries.items() if kind == "file"]):
            self._add(place, name)
        below: list[tuple[_Visit, str | None]] = []
        for name, kind in entries.items():
            if kind == "file":
                continue
            if kind == "link":
                self._link(place, name)
            elif (*place.names, name) not in self._roots and place.is_entered(name):
                below.append((place, name))
        return below

    def _why_unlisted(self, names: tuple[str, ...]) -> str:
        is_long = len(os.fsencode(self._tree.path(names))) >= LONGEST_PATH
        return gate.TOO_LONG if is_long else UNLISTED

    def _link(self, place: _Visit, name: str) -> None:
        """A link inside the repository is no document of its own; one that leaves it is reported, and not followed."""
        real = self._tree.real((*place.names, name))
        leaves = not gate.is_inside(self._root, real.path)
        if real.is_folder:
            if leaves and place.is_entered(name):
                self._tell((*place.names, name), _ESCAPE)
        elif place.documents((name,)):
            if leaves:
                self._add(place, name, _ESCAPE)
            elif not real.is_there:
                self._add(place, name, _DANGLING)

    def _add(self, place: _Visit, name: str, problem: Problem | None = None) -> None:
        file = place.prefix + name
        self.candidates.append(Candidate(escape_unencodable(file), file, place.namespace.name, problem))

    def _tell(self, names: tuple[str, ...], problem: Problem) -> None:
        self.surroundings.append(Surroundings(escape_unencodable("/".join(names)) or ".", problem))
