"""Finds the governed files of every namespace, in an order that no directory decides."""

import os
from typing import NamedTuple

from meminit.config.settings import Namespace, Settings, parts
from meminit.documents.tree import Tree
from meminit.model.finding import Problem
from meminit.sources import gate
from meminit.sources.globs import Patterns
from meminit.words import encodable

_ESCAPE = Problem("PATH_ESCAPE", {"problem": "it is a symbolic link that leads out of the repository"})
_DANGLING = Problem("FILE_UNREADABLE", {"problem": "it is a symbolic link to nothing"})
MARKDOWN = (".md", ".markdown")
_REPOSITORY_FOLDERS = frozenset({".git", ".hg", ".svn"})


class Candidate(NamedTuple):
    """A governed file: its path as it is shown and as it is, its namespace, and why it must not be opened."""

    path: str
    file: str
    namespace: str
    problem: Problem | None = None


class Surroundings(NamedTuple):
    """Something other than a document that a full run has to tell: an unreadable folder, a missing root."""

    path: str
    problem: Problem


class Discovered(NamedTuple):
    candidates: tuple[Candidate, ...]
    surroundings: tuple[Surroundings, ...]


def discover(tree: Tree, settings: Settings) -> Discovered:
    walk = _Walk(tree, settings)
    for namespace in settings.namespaces:
        walk.namespace(namespace)
    return Discovered(
        tuple(sorted(walk.candidates, key=lambda each: each.path)),
        tuple(sorted(walk.surroundings, key=lambda each: each.path)),
    )


class _Ignore(NamedTuple):
    """A .gitignore file: how many names of a path lie above it, and its patterns."""

    depth: int
    patterns: Patterns


class _Place(NamedTuple):
    """Where the walk stands: the names below the repository's root, and all that decides about them."""

    names: tuple[str, ...]
    namespace: Namespace
    ignores: tuple[_Ignore, ...]
    included: bool = False  # whether an include pattern selects the folder, and so all that lies below it

    def below(self, name: str) -> "_Place":
        return self._replace(names=(*self.names, name))

    @property
    def own(self) -> tuple[str, ...]:
        """The names below the namespace's root."""
        return self.names[len(parts(self.namespace.root)) :]

    def is_document(self) -> bool:
        included = self.namespace.include.verdict(self.own)
        selected = self.included and self.names[-1].lower().endswith(MARKDOWN) if included is None else included
        return selected and not self.namespace.exclude.verdict(self.own) and not self.is_ignored(directory=False)

    def is_entered(self) -> bool:
        return (
            self.names[-1] not in _REPOSITORY_FOLDERS
            and not self.namespace.exclude.verdict(self.own, directory=True)
            and not self.is_ignored(directory=True)
        )

    def entered(self) -> "_Place":
        included = self.namespace.include.verdict(self.own, directory=True)
        return self if included is None else self._replace(included=included)

    def is_ignored(self, *, directory: bool) -> bool:
        """The deepest .gitignore that says anything about the path decides."""
        for ignore in reversed(self.ignores):
            verdict = ignore.patterns.verdict(self.names[ignore.depth :], directory=directory)
            if verdict is not None:
                return verdict
        return False


class _Walk:
    def __init__(self, tree: Tree, settings: Settings) -> None:
        self._tree = tree
        self._root = tree.root
        self._respects_ignores = settings.respect_gitignore
        self._roots = {parts(namespace.root) for namespace in settings.namespaces}
        self.candidates: list[Candidate] = []
        self.surroundings: list[Surroundings] = []

    def namespace(self, namespace: Namespace) -> None:
        names = parts(namespace.root)
        directory = os.path.join(self._root, *names)
        if not os.path.isdir(directory):
            if not namespace.optional:
                words = "is not a directory" if os.path.lexists(directory) else "does not exist"
                self._tell(names, Problem("DOCS_ROOT_MISSING", {"problem": words}))
        elif not gate.is_inside(self._root, os.path.realpath(directory)):
            self._tell(names, _ESCAPE)
        else:
            waiting = self._start(names, namespace)
            while waiting:
                waiting.extend(self._folder(waiting.pop()))

    def _start(self, names: tuple[str, ...], namespace: Namespace) -> list[_Place]:
        """The docs root with the .gitignore files above it; nothing when they name the docs root itself."""
        place = _Place((), namespace, ())
        for name in names:
            place = self._with_own_ignore(place).below(name)
            if place.is_ignored(directory=True):
                return []
        return [place]

    def _with_own_ignore(self, place: _Place) -> _Place:
        if not self._respects_ignores:
            return place
        try:
            data = gate.read_bytes(os.path.join(self._root, *place.names, ".gitignore"), gate.IGNORE_LIMIT)
        except gate.SourceError as error:
            if error.kind == "too_large":
                self._tell((*place.names, ".gitignore"), Problem("FILE_UNREADABLE", {"problem": error.words}))
            return place
        lines = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape").split("\n")
        patterns = Patterns(lines, skip_bad=True)
        return place._replace(ignores=(*place.ignores, _Ignore(len(place.names), patterns))) if patterns else place

    def _folder(self, place: _Place) -> list[_Place]:
        """Notes the documents of one folder, and gives back the folders below it that belong to the namespace."""
        entries = self._tree.entries(place.names)
        if entries is None:
            self._tell(place.names, Problem("FILE_UNREADABLE", {"problem": "the folder cannot be listed"}))
            return []
        place = self._with_own_ignore(place)
        below = []
        for name, kind in entries.items():
            here = place.below(name)
            if kind == "link":
                self._link(here)
            elif kind == "file":
                if here.is_document():
                    self._add(here)
            elif here.names not in self._roots and here.is_entered():
                below.append(here.entered())
        return below

    def _link(self, here: _Place) -> None:
        """A link inside the repository is no document of its own; one that leaves it is told, and not followed."""
        file = self._tree.path(here.names)
        leaves = not gate.is_inside(self._root, os.path.realpath(file))
        if os.path.isdir(file):
            if leaves and here.is_entered():
                self._tell(here.names, _ESCAPE)
        elif here.is_document():
            if leaves:
                self._add(here, _ESCAPE)
            elif not os.path.exists(file):
                self._add(here, _DANGLING)

    def _add(self, place: _Place, problem: Problem | None = None) -> None:
        path = encodable("/".join(place.names))
        self.candidates.append(Candidate(path, "/".join(place.names), place.namespace.name, problem))

    def _tell(self, names: tuple[str, ...], problem: Problem) -> None:
        self.surroundings.append(Surroundings(encodable("/".join(names)) or ".", problem))
