"""Finds the documents that are named by something else than a path: an address of the site, or a page of a wiki."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, takewhile

from meminit.config.settings import Route, Shape
from meminit.documents.discover import MARKDOWN
from meminit.linking.guessing import Near
from meminit.sources.files import Names
from meminit.sources.wildcards import ANY, Automaton, Glob, numbers_of
from meminit.words import nfc

_MOST_FOLLOWED = 4  # of the routes that one address fits


class Slugs:
    """The files of documents by what one of their fields holds."""

    def __init__(self, values: Iterable[tuple[str, str]]) -> None:
        self._files: dict[str, str] = {}
        for value, file in values:
            self._files.setdefault(_normal(value), file)
        self._folded: dict[str, list[str]] | None = None
        self._siblings: dict[str, list[str]] = {}
        self._near: dict[str, Near] = {}

    def file(self, slug: str) -> str | None:
        return self._files.get(_normal(slug))

    def meant(self, slug: str) -> tuple[str, bool] | None:
        """The value that was probably meant, and whether nothing but letter case stands in the way."""
        if self._folded is None:
            self._folded, self._siblings = {}, {}
            for each in self._files:
                self._folded.setdefault(each.casefold(), []).append(each)
                parent, _, name = each.rpartition("/")
                self._siblings.setdefault(parent, []).append(name)
        folded = self._folded.get(_normal(slug).casefold(), ())
        if len(folded) == 1:
            return folded[0], True
        parent, slash, name = _normal(slug).rpartition("/")
        if parent not in self._near:
            self._near[parent] = Near(self._siblings.get(parent, ()))
        close = self._near[parent].nearest(name)
        return (parent + slash + close, False) if close else None


class Routes:
    """The routes that an address fits, in their order. An automaton finds all of them at once."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes = routes
        self._automaton = Automaton((number, _glob(route)) for number, route in enumerate(routes)) if routes else None

    def fitting(self, path: str) -> list[tuple[Route, Mapping[str, str]]]:
        if self._automaton is None:
            return []
        numbers = numbers_of(self._automaton.matching(path.rstrip("/") + "/"))
        matches = ((self._routes[number], matched(self._routes[number], path)) for number in numbers)
        return list(islice(((route, values) for route, values in matches if values is not None), _MOST_FOLLOWED))


def _glob(route: Route) -> Glob:
    """The shape of the addresses that a route fits, with a slash at their end."""
    texts, names = route.shape
    atoms: list[str] = []
    stars: list[int] = []
    for text, name in zip(texts[:-1], names, strict=True):
        atoms += text
        if name != names[-1] or route.name == name:
            atoms.append(ANY)  # the last name may stand for nothing, unless a field has to hold it
        stars.append(len(atoms))
    last = texts[-1].rstrip("/")
    is_open = names and not last and route.name != names[-1]
    return Glob(tuple(atoms) if is_open else (*atoms, *last, "/"), tuple(stars))


def matched(route: Route, path: str) -> Mapping[str, str] | None:
    """What the names of a route stand for in an address; None when it is not of this shape.

    Each name but the last takes as little as it can, so nothing is ever tried twice over. A slash at the end does not
    matter.
    """
    found = _taken(route.shape, path.rstrip("/"))
    if found is None:
        found = _taken(route.shape, path.rstrip("/") + "/")
    return None if found is None or (route.field is not None and not found[route.name]) else found


def length(shape: Shape, values: Mapping[str, str]) -> int:
    """How long the text is that `filled` would make."""
    return sum(map(len, shape.texts)) + sum(len(values[name]) for name in shape.names)


def filled(shape: Shape, values: Mapping[str, str]) -> str:
    pieces = [shape.texts[0]]
    for name, text in zip(shape.names, shape.texts[1:], strict=True):
        pieces += [values[name], text]
    return "".join(pieces)


def _taken(shape: Shape, path: str) -> Mapping[str, str] | None:
    if not shape.names:
        return {} if path.rstrip("/") == shape.texts[0].rstrip("/") else None
    last = shape.texts[-1].rstrip("/")
    end = len(path.rstrip("/")) if last else len(path)
    if not path.startswith(shape.texts[0]) or not path[:end].endswith(last):
        return None
    values, at = {}, len(shape.texts[0])
    end -= len(last)
    for name, text in zip(shape.names, shape.texts[1:-1], strict=False):
        found = path.find(text, at + 1, end)
        if found < 0:
            return None
        values[name] = path[at:found]
        at = found + len(text)
    if at > end:
        return None
    values[shape.names[-1]] = path[at:end]
    return values


def _normal(slug: str) -> str:
    return nfc(slug).strip("/")


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
        """The first file whose path ends with these names, the last one first; such files are neighbours."""
        first = bisect_left(self._upwards, (upwards, -1))
        following = map(self._upwards.__getitem__, range(first, len(self._upwards)))
        fitting = takewhile(lambda each: each[0][: len(upwards)] == upwards, following)
        number = min((number for _, number in fitting), default=None)
        return None if number is None else self._files[number]

    def meant(self, name: str) -> str | None:
        folded = self._folded.get(name.casefold())
        return folded or self._near.nearest(name)


def _order(names: Names) -> tuple[bool, int, Names]:
    """Documents before other files of the same name, then the shortest path."""
    return not names[-1].lower().endswith(MARKDOWN), len(names), names
