"""Guesses which path was meant by one that leads nowhere."""

import posixpath
from collections.abc import Collection, Container
from typing import NamedTuple

from meminit.config.settings import Links, parts
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Found, Missing, Tree, folded
from meminit.linking.address import Address, as_fragment, as_target
from meminit.linking.guessing import Near
from meminit.sources.files import Names


class Meant(NamedTuple):
    """What was probably meant, as it would be written; `surely` says that nothing else can have been."""

    target: str
    surely: bool


class Suggesting:
    """Knows the files of the folders that were listed in search of documents, and which of them are documents."""

    def __init__(self, tree: Tree, links: Links, files: Collection[Names], library: Container[str]) -> None:
        self._tree = tree
        self._links = links
        self._site = parts(links.site_root)
        self._files = files
        self._library = library
        self._by_name: dict[str, list[Names]] | None = None
        self._folded: dict[str, list[Names]] | None = None
        self._near: dict[Names, Near] = {}
        self._pages: dict[Names, Near] = {}

    def path(self, names: Names, missing: Missing, source: Names, address: Address) -> Meant | None:
        """What the document meant; never the document itself, which nobody links to by a wrong name."""
        found = self._without_extension(names, missing)
        if found and found != source:
            return Meant(self.spelled(found, source[:-1], address), surely=True)
        moved = self._moved(names)
        close = moved or self._close(names, missing)
        if close is None or close == source:
            return None
        is_sure = moved is not None and "/".join(moved) in self._library
        return Meant(self.spelled(close, source[:-1], address), is_sure)

    def spelled(self, names: Names, folder: Names, address: Address) -> str:
        """A target that leads there, in the manner of the one that was written."""
        path = self._relative(names, folder, address)
        found = self._tree.find(names) if address.path.endswith("/") else None
        is_folder = isinstance(found, Found) and found.is_folder and not path.endswith("/")
        return self.written(f"{path}/" if is_folder else path, address)

    def _relative(self, names: Names, folder: Names, address: Address) -> str:
        if address.path.startswith("/") and names[: len(self._site)] == self._site:
            path = "/" + "/".join(names[len(self._site) :])
        else:
            path = posixpath.relpath("/" + "/".join(names), "/" + "/".join(folder))
            looks_like_a_scheme = ":" in path.partition("/")[0]
            if (address.path.startswith("./") or looks_like_a_scheme) and not path.startswith("."):
                path = f"./{path}"
        return path

    def written(self, path: str, address: Address) -> str:
        query = f"?{as_fragment(address.query)}" if address.query else ""
        fragment = (address.fragment or "") + address.directive
        return as_target(path) + query + (f"#{as_fragment(fragment)}" if fragment else "")

    def page(self, folder: Names, name: str) -> str | None:
        """The page of a folder, a document or a folder itself, whose name is nearest."""
        if folder not in self._pages:
            found = self._tree.find(folder)  # by its own names, whatever links the route leads through
            names = found.names if isinstance(found, Found) and found.is_folder else None
            entries = (self._tree.entries(names) if names is not None else None) or {}
            pages = {
                each.removesuffix(".md") for each, kind in entries.items() if kind != "file" or each.endswith(".md")
            }
            self._pages[folder] = Near(pages)
        return self._pages[folder].same(name) or self._pages[folder].nearest(name)

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
        found = [names[-1] + each for each in MARKDOWN if names[-1] + each in entries] if last else []
        return (*missing.folder, found[0]) if len(found) == 1 else None

    def _moved(self, names: Names) -> Names | None:
        """Where the only file of that name lives; the names of index pages tell nothing."""
        if self._by_name is None:
            self._by_name = {}
            for each in self._files:
                self._by_name.setdefault(each[-1], []).append(each)
        if not names or names[-1] in self._links.index_names:
            return None
        found = self._by_name.get(names[-1], ())
        return found[0] if len(found) == 1 else None

    def _close(self, names: Names, missing: Missing) -> Names | None:
        """One name mistyped, and the rest of the path as it should be."""
        if missing.folder not in self._near:
            self._near[missing.folder] = Near(self._tree.entries(missing.folder) or (), are_files=True)
        close = self._near[missing.folder].nearest(names[missing.depth])
        found = self._tree.find((*missing.folder, close, *names[missing.depth + 1 :])) if close else None
        return found.names if isinstance(found, Found) and not found.is_misspelled else None
