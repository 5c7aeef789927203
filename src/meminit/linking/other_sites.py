"""What sites show that no configuration here is of: files at their roots, and pages that are made otherwise."""

from collections.abc import Sequence
from itertools import islice

from meminit.config.settings import parts
from meminit.documents.tree import Found, Missing, Tree
from meminit.sources.files import Names

_SHOWN = ("public", "static")  # folders whose files are at the root of a site
_MOST_SHOWN = 10


class OtherSites:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._folders: dict[Names, Sequence[Names]] = {}

    def shows(self, path: str, folder: Names) -> Names | None:
        """A file that another site, made of this folder or one above it, shows at its root."""
        for shown in self._shown_above(folder) if path.startswith("/") else ():
            found = self._tree.find((*shown, *parts(path)))
            if isinstance(found, Found) and not found.is_folder and not found.is_misspelled:
                return found.names
        return None

    def _shown_above(self, folder: Names) -> Sequence[Names]:
        """The nearest folders of that kind, in this folder and those above it."""
        if folder not in self._folders:
            above = ((*folder[:depth], name) for depth in range(len(folder), -1, -1) for name in _SHOWN)
            self._folders[folder] = list(islice(filter(self._is_folder, above), _MOST_SHOWN))
        return self._folders[folder]

    def _is_folder(self, names: Names) -> bool:
        return (self._tree.entries(names[:-1]) or {}).get(names[-1]) in {"folder", "link"}

    def may_have(self, names: Names) -> bool:
        """Whether a site may make a page otherwise: its name has no ending, and its folder is not there."""
        return len(names) > 1 and "." not in names[-1] and isinstance(self._tree.find(names[:-1]), Missing)
