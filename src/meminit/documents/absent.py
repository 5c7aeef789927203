"""What other checkouts may hold and this one does not: files that git ignores, and submodules not fetched."""

import re
from collections.abc import Sequence
from functools import cached_property

from meminit.documents import ignoring
from meminit.documents.ignoring import Ignores
from meminit.documents.tree import Tree
from meminit.sources import gate, limits
from meminit.sources.files import Names

_DEEPEST = 100  # names of a path
_MODULES = ".gitmodules"
_PATH = re.compile(r"^\s*path\s*=\s*(\S.*?)\s*$", re.MULTILINE)


class Absent:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._said: dict[Names, Ignores | None] = {}

    def explains(self, names: Names) -> bool:
        """Whether a path that is not there may be there elsewhere: a program makes it, or a submodule holds it."""
        return self._is_in_submodule(names) or self._is_ignored(names)

    def _is_in_submodule(self, names: Names) -> bool:
        return any(names[: len(each)] == each and not self._tree.entries(each) for each in self._submodules)

    @cached_property
    def _submodules(self) -> Sequence[Names]:
        """Their folders, as the file of git names them."""
        try:
            data = self._tree.sources.read_inside(_MODULES, limits.IGNORE)
        except gate.SourceError:
            return ()
        paths = _PATH.findall(data.decode("utf-8", "surrogateescape"))
        return tuple(each for path in paths if ".." not in (each := tuple(path.strip("/").split("/"))))

    def _is_ignored(self, names: Names) -> bool:
        """The deepest .gitignore file that says anything about the path decides, as for documents."""
        if not 0 < len(names) < _DEEPEST:
            return False
        ignores = self._above(names[:-1])
        if ignores is None:
            return True
        return ignoring.is_ignored(ignores, names[-1], directory=False) and not self._keeps_such(
            names[:-1], ignores, names[-1]
        )

    def _above(self, folder: Names) -> Ignores | None:
        """What is said in a folder, the topmost first; None where it is ignored itself, and is not there."""
        depth = len(folder)
        while depth > 0 and folder[:depth] not in self._said:
            depth -= 1
        for each in range(depth, len(folder) + 1):  # step by step, since a path may have a thousand names
            if folder[:each] not in self._said:
                self._said[folder[:each]] = self._read(folder[:each])
        return self._said[folder]

    def _read(self, folder: Names) -> Ignores | None:
        said: Ignores = ()
        if folder:
            above = self._said[folder[:-1]]
            if above is None or ignoring.is_ignored(above, folder[-1], directory=True):
                return () if self._is_filled(folder) else None
            said = ignoring.below(above, folder[-1])
        try:
            is_there = ignoring.FILE in (self._tree.entries(folder) or {})
            return ignoring.with_own(self._tree.sources, folder, said) if is_there else said
        except gate.SourceError:
            return said

    def _is_filled(self, folder: Names) -> bool:
        """Whether anything lies in a folder but hidden files, such as the one that makes git keep it."""
        return any(not name.startswith(".") for name in self._tree.entries(folder) or ())

    def _keeps_such(self, folder: Names, ignores: Ignores, name: str) -> bool:
        """Whether files of the same ending lie there although they are ignored, so that nothing follows from it."""
        ending = name[name.rfind(".") :] if "." in name else None
        return any(
            kind == "file"
            and ending is not None
            and each.endswith(ending)
            and ignoring.is_ignored(ignores, each, directory=False)
            for each, kind in (self._tree.entries(folder) or {}).items()
        )
