"""Follows what the site puts into a page from other files, as far as they are in the repository."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents.tree import Found, Tree
from meminit.linking.targets import resolved
from meminit.model import open_set
from meminit.sources.files import Names

_DEEPEST = 8  # files that include each other
_MOST = 100  # files for one page
_MOST_KEPT = 200_000  # anchors of files that are put in
# The folders in which generators look, too, from the page's own folder up.
_FOLDERS = ((), ("includes",), ("snippets",), ("docs",), ("content",), ("content", "en"), ("src",))


class Together(NamedTuple):
    """The anchors of all that is put in, and what is not known of it."""

    anchors: frozenset[str]
    entries: tuple[str, ...]


class Included:
    def __init__(self, tree: Tree, links: Links) -> None:
        self._tree = tree
        self._links = links
        self._read: dict[Names, frozenset[str] | None] = {}  # of files that many pages may take in
        self._room = _MOST_KEPT

    def of(self, names: Names, entries: list[str]) -> Together:
        anchors: set[str] = set()
        known: dict[str, None] = {}
        seen: set[Names] = {names}
        waiting = [(names, entries)]
        for _ in range(_DEEPEST):
            following = []
            for page, every in waiting:
                known.update((each, None) for each in every)
                for path in open_set.includes(every):
                    file = self._file(page, path)
                    if file is None or len(seen) > _MOST:
                        known[open_set.ANYTHING] = None
                    elif file not in seen:
                        seen.add(file)
                        following.append((file, self._anchors(file, anchors, known)))
            waiting = following
        if waiting:
            known[open_set.ANYTHING] = None
        return Together(frozenset(anchors), tuple(known))

    def _anchors(self, file: Names, anchors: set[str], known: dict[str, None]) -> list[str]:
        """Takes the anchors of a file that is put in, and gives its entries."""
        found = self._put_in(file)
        if found is None:
            known[open_set.ANYTHING] = None
            return []
        anchors.update(found)
        return open_set.entries(found)

    def _put_in(self, file: Names) -> frozenset[str] | None:
        from meminit.documents.outsider import put_in  # noqa: PLC0415 - reads; seldom wanted

        if file in self._read:
            return self._read[file]
        found = put_in(self._tree, file, self._links)
        self._room -= 1 + len(found or ())
        if self._room > 0:
            self._read[file] = found
        return found

    def _file(self, page: Names, path: str) -> Names | None:
        for names in _candidates(page[:-1], path):
            found = self._tree.find(names)
            if isinstance(found, Found) and not found.is_folder and not found.is_misspelled and found.names != page:
                return found.names
        return None


def _candidates(folder: Names, path: str) -> Iterator[Names]:
    """Beside the page, then in the usual folders of each folder above it."""
    bases: Iterable[Names] = ((*folder[:depth], *below) for depth in range(len(folder), -1, -1) for below in _FOLDERS)
    for base in bases:
        names = resolved(base, path.lstrip("/@").removeprefix("site/"))
        if names:
            yield names
