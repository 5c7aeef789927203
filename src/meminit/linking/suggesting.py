"""Guesses which path was meant by one that leads nowhere."""

import posixpath
from collections.abc import Iterable

from meminit.config.settings import Links, parts
from meminit.documents.tree import Found, Missing, Names, Tree, folded
from meminit.linking.address import Address, as_target
from meminit.linking.destination import Meant
from meminit.words import nearest

_MANY = 100
_EXTENSIONS = (".md", ".markdown")


class Suggesting:
    """Knows the files of the folders that were listed before any link was followed; guesses must not depend on that."""

    def __init__(self, tree: Tree, links: Links) -> None:
        self._tree = tree
        self._links = links
        self._site = parts(links.site_root)
        self._files = list(tree.files())
        self._by_name: dict[str, list[Names]] | None = None
        self._folded: dict[str, list[Names]] | None = None

    def path(self, names: Names, missing: Missing, folder: Names, address: Address) -> Meant | None:
        found = self._without_extension(names, missing) or self._moved(names)
        if found:
            return Meant(self.spelled(found, folder, address), surely=True)
        close = self._close(names, missing)
        return Meant(self.spelled(close, folder, address), surely=False) if close else None

    def spelled(self, names: Names, folder: Names, address: Address) -> str:
        """A target that leads there, in the manner of the one that was written."""
        if address.path.startswith("/"):
            inside = names[: len(self._site)] == self._site
            path = "/" + "/".join(names[len(self._site) :]) if inside else _relative(names, folder)
        else:
            path = _relative(names, folder)
            path = f"./{path}" if address.path.startswith("./") and not path.startswith(".") else path
        return self.written(path, address)

    def written(self, path: str, address: Address) -> str:
        query = f"?{address.query}" if address.query else ""
        return as_target(path) + query + (f"#{address.fragment}" if address.fragment else "")

    def twin(self, names: Names) -> Names | None:
        """The only file whose whole path differs in letter case only, where folders of both spellings exist."""
        if self._folded is None:
            self._folded = {}
            for each in self._files:
                self._folded.setdefault(folded("/".join(each)), []).append(each)
        found = self._folded.get(folded("/".join(names)), ())
        return found[0] if len(found) == 1 else None

    def _without_extension(self, names: Names, missing: Missing) -> Names | None:
        """`guide` where there is a guide.md, and nothing else of that name."""
        entries = self._tree.entries(missing.folder) or {}
        last = missing.depth == len(names) - 1
        found = [names[-1] + each for each in _EXTENSIONS if names[-1] + each in entries] if last else []
        return (*missing.folder, found[0]) if len(found) == 1 else None

    def _moved(self, names: Names) -> Names | None:
        """Where the only file of that name lives."""
        if self._by_name is None:
            self._by_name = {}
            for each in self._files:
                self._by_name.setdefault(each[-1], []).append(each)
        told_apart_by_name = names and names[-1] not in self._links.index_names
        found = self._by_name.get(names[-1], ()) if told_apart_by_name else ()
        return found[0] if len(found) == 1 else None

    def _close(self, names: Names, missing: Missing) -> Names | None:
        """One name mistyped, and the rest of the path as it should be."""
        entries = self._tree.entries(missing.folder) or {}
        rest = names[missing.depth + 1 :]
        close = _nearest(names[missing.depth], entries)
        found = self._tree.find((*missing.folder, close, *rest)) if close else None
        return found.names if isinstance(found, Found) and not found.is_misspelled else None


def _nearest(name: str, known: Iterable[str]) -> str | None:
    names = list(known)
    if len(names) > _MANY:
        start, end = name[:2].casefold(), name[-6:].casefold()
        names = [
            each
            for each in names
            if abs(len(each) - len(name)) <= 2  # noqa: PLR2004 - letters forgotten or too many
            and (each[:2].casefold() == start or each[-6:].casefold() == end)
        ]
    return nearest(name, names)


def _relative(names: Names, folder: Names) -> str:
    return posixpath.relpath("/" + "/".join(names), "/" + "/".join(folder))
