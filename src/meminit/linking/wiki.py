"""Finds the page that `[[page]]` names: a file by its name without extension, nearby first."""

from collections.abc import Iterable

from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Names
from meminit.linking.guessing import Near
from meminit.words import composed

_FEW_FOLDERS = 8  # that a page is named with; for each number of them all pages are kept


class Pages:
    def __init__(self, files: Iterable[Names]) -> None:
        self._by_name: dict[str, list[Names]] = {}
        self._beside: dict[tuple[Names, str], Names] = {}
        self._below: dict[int, dict[tuple[Names, str], Names]] = {}
        self._folded: dict[str, str] = {}
        for names in sorted(files, key=_order):
            name, stem = names[-1], names[-1].rpartition(".")[0]
            name, stem = composed(name), composed(stem)
            for known in {name, stem or name}:
                self._by_name.setdefault(known, []).append(names)
                self._beside.setdefault((names[:-1], known), names)
            if stem:
                self._folded.setdefault(stem.casefold(), stem)
        self._near = Near(self._folded.values())
        self._deepest = max((len(names) for every in self._by_name.values() for names in every), default=0)

    def find(self, name: str, folder: Names) -> Names | None:
        """The file of that name: beside the document, then in the folder nearest to the top."""
        return self._find(name, folder) or self._find(name.replace(" ", "-"), folder)

    def _find(self, name: str, folder: Names) -> Names | None:
        *above, last = [composed(each) for each in name.split("/") if each not in {"", "."}] or [""]
        beside = self._beside.get(((*folder, *above), last))
        if beside:
            return beside
        key = (tuple(above), last)
        if len(above) <= _FEW_FOLDERS:
            return self._below_folders(len(above)).get(key)
        every = self._by_name.get(last, ()) if len(above) < self._deepest else ()
        return next((each for each in every if each[-1 - len(above) : -1] == key[0]), None)

    def _below_folders(self, count: int) -> dict[tuple[Names, str], Names]:
        """The first file of each name below so many folders, by their names and its own."""
        if count not in self._below:
            found = self._below[count] = {}
            for name, every in self._by_name.items():
                for names in every:
                    if len(names) > count:
                        found.setdefault((names[-1 - count : -1], name), names)
        return self._below[count]

    def meant(self, name: str) -> str | None:
        folded = self._folded.get(name.casefold())
        return folded or self._near.nearest(name)


def _order(names: Names) -> tuple[bool, int, Names]:
    """Documents before other files of the same name, then the shortest way."""
    return not names[-1].lower().endswith(MARKDOWN), len(names), names
