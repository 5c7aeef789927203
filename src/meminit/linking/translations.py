"""Finds the same page in other languages: `page.fr.md` beside `page.md`."""

import re
from collections.abc import Mapping, Sequence

from meminit.documents.tree import Tree
from meminit.sources.files import Names

_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?")
_MOST = 100  # of one page


class Translations:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._in_folders: dict[Names, Mapping[str, Sequence[str]]] = {}

    def of(self, page: Names) -> list[Names]:
        folder = page[:-1]
        if folder not in self._in_folders:
            self._in_folders[folder] = self._in(folder)
        return [(*folder, each) for each in sorted(self._in_folders[folder].get(page[-1], ()))[:_MOST]]

    def _in(self, folder: Names) -> Mapping[str, Sequence[str]]:
        """The names in a folder that hold a language, by the names without it."""
        found: dict[str, list[str]] = {}
        for name in self._tree.entries(folder) or ():
            plain = without_language(name)
            if plain:
                found.setdefault(plain, []).append(name)
        return found


def without_language(name: str) -> str | None:
    """`page.md` for `page.fr.md`; None for a name without a language."""
    stem, *rest = name.rsplit(".", 2)
    return f"{stem}.{rest[1]}" if len(rest) > 1 and _LANGUAGE.fullmatch(rest[0]) else None
