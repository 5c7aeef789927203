"""Finds the page that `[[page]]` names: a file by its name without extension, nearby first."""

from collections.abc import Iterable

from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Names
from meminit.linking.guessing import Near
from meminit.words import composed


class Pages:
    def __init__(self, files: Iterable[Names]) -> None:
        self._by_name: dict[str, list[Names]] = {}
        self._beside: dict[tuple[Names, str], Names] = {}
        self._anywhere: dict[tuple[Names, str], Names | None] = {}
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

    def find(self, name: str, folder: Names) -> Names | None:
        """The file of that name: beside the document, then in the folder nearest to the top."""
        return self._find(name, folder) or self._find(name.replace(" ", "-"), folder)

    def _find(self, name: str, folder: Names) -> Names | None:
        *above, last = [composed(each) for each in name.split("/") if each not in {"", "."}] or [""]
        beside = self._beside.get(((*folder, *above), last))
        if beside:
            return beside
        key = (tuple(above), last)
        if key not in self._anywhere:
            found = (each for each in self._by_name.get(last, ()) if _ends(each[:-1], tuple(above)))
            self._anywhere[key] = next(found, None)
        return self._anywhere[key]

    def meant(self, name: str) -> str | None:
        folded = self._folded.get(name.casefold())
        return folded or self._near.nearest(name)


def _ends(folder: Names, above: Names) -> bool:
    return not above or folder[-len(above) :] == above


def _order(names: Names) -> tuple[bool, int, Names]:
    """Documents before other files of the same name, then the shortest way."""
    return not names[-1].lower().endswith(MARKDOWN), len(names), names
