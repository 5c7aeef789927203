"""Which address each page of a site has, and which page is at an address.

A page is known by its place: the file that the generator writes for it, such as `/guide/intro/index.html`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Generic, TypeAlias, TypeVar

from meminit.sites.site import Folder, Site

Fields: TypeAlias = Mapping[str, Sequence[str]]  # those of the front matter that decide about addresses
Placing: TypeAlias = Callable[[Site, Folder, str, Fields], str | None]

Kind = TypeVar("Kind")

_NUMBER = re.compile(r"\d+\s*[-_.]+\s*(?=[^\d\s_.-])")
_NO_SLUG = re.compile(r"[^\w\- ]")
INDEX = "index.html"


def placing(site: Site) -> Placing:
    """What says where the pages of a site are: the preset's own rules, or the usual ones."""
    module = import_module(f"meminit.sites.{site.generator}")
    found: Placing = getattr(module, "place", place)
    return found


def place(site: Site, folder: Folder, file: str, fields: Fields) -> str | None:
    """The place of a page; None for a file that does not become one."""
    below = folder.below(file)
    ending = next((each for each in site.endings if below.lower().endswith(each)), None)
    if ending is None:
        return None
    start = site.base + folder.address
    written = first(fields, site.address_fields)
    if written is not None:
        return at_address(start if not written.startswith("/") else site.base, written)
    names = [named(site, each) for each in below[: -len(ending)].split("/")]
    last = first(fields, site.name_fields)
    if last is not None and names[-1] not in site.index_names:
        names[-1] = last
    return of_names(site, start, names)


def of_names(site: Site, start: str, names: Sequence[str]) -> str:
    """The place of a page whose path consists of these names; the last one may be that of an index."""
    if names[-1] in site.index_names:
        return "/".join((start, *names[:-1], INDEX))
    if site.pages == "pretty":
        return "/".join((start, *names, INDEX))
    return "/".join((start, *names)) + ".html"


def named(site: Site, name: str) -> str:
    """A name in the path of a file, as it is in addresses."""
    if site.numbers:
        name = _NUMBER.sub("", name, count=1) if _NUMBER.match(name) else name
    if site.slugged:
        name = _NO_SLUG.sub("", name.lower()).replace(" ", "-")
    return name.lower() if site.lower else name


def at_address(start: str, written: str) -> str:
    """The place of a page that says its address itself."""
    path = f"{start}/{written.strip('/')}" if written.strip("/") else start
    if written.endswith(".html"):
        return path
    return f"{path}/{INDEX}"


def first(fields: Fields, names: Iterable[str]) -> str | None:
    """The first value of these fields."""
    return next((value for name in names for value in fields.get(name, ()) if value), None)


def address(place: str) -> str:
    """The address of a place, from which relative links count."""
    return place.removesuffix(INDEX) if place.endswith(f"/{INDEX}") else place


class Addresses:
    """The pages of sites by their places."""

    def __init__(self, sites: Sequence[Site]) -> None:
        self._by_place: dict[str, str] = {}
        self._place_of: dict[str, str] = {}
        self._folded: dict[str, str | None] | None = None
        self._beside: dict[str, set[str]] | None = None  # the last names of addresses, by what is before them
        self._ignores_case = any(site.ignores_case for site in sites)

    def add(self, file: str, place: str) -> None:
        """The first page at a place counts."""
        self._by_place.setdefault(place, file)
        self._place_of.setdefault(file, place)

    def add_copy(self, file: str, place: str) -> None:
        """A further place of a page, where no other page is."""
        self._by_place.setdefault(place, file)

    def add_alias(self, file: str, path: str) -> None:
        """Another address that leads to a page."""
        self._by_place.setdefault(candidates(path)[-1] if not path.endswith(".html") else path, file)

    def places(self) -> Iterable[str]:
        return self._by_place

    def place_of(self, file: str) -> str | None:
        return self._place_of.get(file)

    def at(self, path: str) -> str | None:
        """The file of the page at an address; letter case counts, unless the site ignores it."""
        for each in candidates(path):
            if each in self._by_place:
                return self._by_place[each]
        return self.alike(path) if self._ignores_case else None

    def alike(self, path: str) -> str | None:
        """The file of the only page whose address differs in letter case at most."""
        if self._folded is None:
            self._folded = {}
            for each, file in self._by_place.items():
                folded = each.lower()
                self._folded[folded] = None if self._folded.get(folded, file) != file else file
        return next((found for each in candidates(path.lower()) if (found := self._folded.get(each))), None)

    def siblings(self, path: str) -> list[str]:
        """The last names of the addresses beside an address."""
        if self._beside is None:
            self._beside = {}
            for each in self._by_place:
                above, _, name = each.removesuffix(f"/{INDEX}").removesuffix(".html").rpartition("/")
                if name and name != "index":
                    self._beside.setdefault(above, set()).add(name)
        return sorted(self._beside.get(path.rstrip("/").rpartition("/")[0], ()))


class Below(Generic[Kind]):
    """What is known of addresses, for those below them."""

    def __init__(self, known: Iterable[tuple[str, Kind]]) -> None:
        self._known: dict[str, list[Kind]] = {}
        for shown, each in known:
            self._known.setdefault(shown, []).append(each)

    def above(self, path: str) -> Iterator[Kind]:
        """What is known of the addresses that a path begins with, longer ones first."""
        end = path.rfind("/")
        while end >= 0:
            yield from self._known.get(path[:end], ())
            end = path.rfind("/", 0, end)


def candidates(path: str) -> tuple[str, ...]:
    """The places at which a host looks for a page, in turn."""
    bare = path.rstrip("/")
    if path.endswith("/"):
        return f"{bare}/{INDEX}", f"{bare}.html"
    return path, f"{bare}.html", f"{bare}/{INDEX}"
