"""What sites show that no configuration here is of: files at their roots, and pages that are made otherwise."""

from meminit.config.settings import parts
from meminit.documents.tree import Found, Missing, Tree
from meminit.sources.files import Names

_SHOWN = ("public", "static")  # folders whose files are at the root of a site


class OtherSites:
    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def shows(self, path: str, folder: Names) -> Names | None:
        """A file that another site, made of this folder or one above it, shows at its root."""
        for depth in range(len(folder), -1, -1) if path.startswith("/") else ():
            for name in _SHOWN:
                found = self._tree.find((*folder[:depth], name, *parts(path)))
                if isinstance(found, Found) and not found.is_folder and not found.is_misspelled:
                    return found.names
        return None

    def may_have(self, names: Names) -> bool:
        """Whether a site may make a page otherwise: its name has no ending, and its folder is not there."""
        return len(names) > 1 and "." not in names[-1] and isinstance(self._tree.find(names[:-1]), Missing)
