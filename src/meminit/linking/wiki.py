"""Finds the page that `[[page]]` names: a file by its name without extension, nearby first."""

from collections.abc import Iterable

from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Names
from meminit.linking.guessing import Near


class Pages:
    def __init__(self, files: Iterable[Names]) -> None:
        self._by_name: dict[str, list[Names]] = {}
        self._folded: dict[str, str] = {}
        for names in sorted(files):
            name, stem = names[-1], names[-1].rpartition(".")[0]
            self._by_name.setdefault(name, []).append(names)
            if stem and stem != name:
                self._by_name.setdefault(stem, []).append(names)
                self._folded.setdefault(stem.casefold(), stem)
        self._near = Near(self._folded.values())

    def find(self, name: str, folder: Names) -> Names | None:
        """The file of that name: beside the document, then in the folder nearest to the top."""
        return self._find(name, folder) or self._find(name.replace(" ", "-"), folder)

    def _find(self, name: str, folder: Names) -> Names | None:
        *above, last = [each for each in name.split("/") if each not in {"", "."}] or [""]
        found = [each for each in self._by_name.get(last, ()) if _ends(each[:-1], tuple(above))]
        beside = [each for each in found if each[:-1] == (*folder, *above)]
        return min(beside or found, key=_order, default=None)

    def meant(self, name: str) -> str | None:
        folded = self._folded.get(name.casefold())
        return folded or self._near.nearest(name)


def _ends(folder: Names, above: Names) -> bool:
    return not above or folder[-len(above) :] == above


def _order(names: Names) -> tuple[bool, int, Names]:
    """Documents before other files of the same name, then the shortest way."""
    return not names[-1].lower().endswith(MARKDOWN), len(names), names
