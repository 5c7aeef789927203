"""Finds the page that `[[page]]` names: a file by its name without extension, nearby first."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import takewhile

from meminit.documents.discover import MARKDOWN
from meminit.linking.guessing import Near
from meminit.sources.files import Names
from meminit.words import nfc


class Pages:
    def __init__(self, files: Iterable[Names]) -> None:
        self._beside: dict[Names, Names] = {}
        self._upwards: list[tuple[Names, int]] = []
        self._folded: dict[str, str] = {}
        self._found: dict[Names, Names | None] = {}
        self._files = sorted(files, key=_order)
        for number, names in enumerate(self._files):
            *folders, name = map(nfc, names)
            stem = name.rpartition(".")[0]
            for known in {name, stem or name}:
                self._beside.setdefault((*folders, known), names)
                self._upwards.append(((known, *reversed(folders)), number))
            if stem:
                self._folded.setdefault(stem.casefold(), stem)
        self._upwards.sort()
        self._near = Near(self._folded.values())

    def find(self, name: str, folder: Names) -> Names | None:
        """The file of that name: beside the document, then in the folder nearest to the top."""
        return self._find(name, folder) or self._find(name.replace(" ", "-"), folder)

    def _find(self, name: str, folder: Names) -> Names | None:
        names = [each for each in name.split("/") if each not in {"", "."}] or [""]
        beside = self._beside.get(tuple(map(nfc, (*folder, *names))))
        if beside:
            return beside
        upwards = tuple(map(nfc, reversed(names)))
        if upwards not in self._found:
            self._found[upwards] = self._first(upwards)
        return self._found[upwards]

    def _first(self, upwards: Names) -> Names | None:
        """The first file whose path ends so, told from its name up; those that do stand side by side."""
        first = bisect_left(self._upwards, (upwards, -1))
        following = map(self._upwards.__getitem__, range(first, len(self._upwards)))
        fitting = takewhile(lambda each: each[0][: len(upwards)] == upwards, following)
        number = min((number for _, number in fitting), default=None)
        return None if number is None else self._files[number]

    def meant(self, name: str) -> str | None:
        folded = self._folded.get(name.casefold())
        return folded or self._near.nearest(name)


def _order(names: Names) -> tuple[bool, int, Names]:
    """Documents before other files of the same name, then the shortest way."""
    return not names[-1].lower().endswith(MARKDOWN), len(names), names
