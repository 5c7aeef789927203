"""Catalogs of DocC, folders named `x.docc`: an image is found by its name, wherever it lies in there."""

import re
from collections.abc import Mapping

from meminit.config.settings import parts
from meminit.documents.tree import Tree
from meminit.sources.files import Names

ENDING = ".docc"
_MOST_FILES = 20_000
# What the names of the files of one image differ in: the appearance, the scale, and the format.
_VARIANT = re.compile(r"(?:~(?:dark|light))?(?:@[123]x)?(?:~(?:dark|light))?(?:\.[A-Za-z0-9]{1,5})?\Z")


class Catalogs:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[Names, Mapping[str, Names]] = {}

    def find(self, path: str, file: str) -> Names | None:
        """The file that a document in a catalog names by its name alone, with or without its ending."""
        top = _catalog(file)
        if top is None or "/" in path:
            return None
        if top not in self._known:
            self._known[top] = self._files(top)
        return self._known[top].get(path) or self._known[top].get(_VARIANT.sub("", path))

    def _files(self, top: Names) -> Mapping[str, Names]:
        """The files of a catalog by their names, and by what is left of these without the variant."""
        found: dict[str, Names] = {}
        waiting = [top]
        while waiting and len(found) < _MOST_FILES:
            folder = waiting.pop()
            for name, kind in sorted((self._tree.entries(folder) or {}).items()):
                if kind == "folder":
                    waiting.append((*folder, name))
                elif kind == "file":
                    found.setdefault(name, (*folder, name))
                    found.setdefault(_VARIANT.sub("", name), (*folder, name))
        return found


def is_in_catalog(file: str) -> bool:
    return f"{ENDING}/" in file


def _catalog(file: str) -> Names | None:
    at = file.find(f"{ENDING}/")
    return parts(file[: at + len(ENDING)]) if at >= 0 else None
