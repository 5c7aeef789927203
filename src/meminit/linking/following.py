"""Follows one link: from the target as written to what is there, or to the reason why nothing is."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from meminit.config.settings import Links, Route, Shape, parts
from meminit.documents.absent import Absent
from meminit.documents.tree import Answer, Found, Missing, Outside, Tree
from meminit.linking import beside, routes
from meminit.linking.catalogs import Catalogs, is_in_catalog
from meminit.linking.guessing import Guesses, Meant, Suggesting
from meminit.linking.on_site import OnSite, Page
from meminit.linking.other_sites import OtherSites
from meminit.linking.routes import Pages
from meminit.linking.targets import UNSAFE, Address, Understanding, address, resolved
from meminit.model.document import KeptDocument
from meminit.model.link import FaultKind, Link
from meminit.sources.files import Names
from meminit.words import LONGEST_PATH

_DRIVE_OR_FILE = re.compile(r"[a-z]|file")
_WITH_HOST = frozenset({"http", "https"})
_HOST = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]*:)?//+([^/?#\\]*)")
_MOST_KEPT = 2_000_000  # characters of paths whose answers are kept
_TOO_LONG = f"is longer than any path, which has {LONGEST_PATH} bytes at most"
_LEAVES = "leads out of the repository"
_NOT_THERE = "does not exist"
_PART = re.compile(r"(?:^|/)(?:_|(?:snippet|include|partial|fragment)s?/)")
_ENDINGS = (".md", ".mdx")  # that a link may leave out
_NO_PAGE = "leads to no page or file of the site"
_MAY_BE_MADE = "may lead to a page that a theme, a plugin or a program makes"
_MAY_BE_PUBLISHED = "leads somewhere once a program has put this file among the pages of the site"
_ABSENT = "leads to what git ignores or a submodule holds, and is not here"


class KnownDocuments(Protocol):
    """The documents of a run, as far as links need to know them."""

    @property
    def files(self) -> Iterable[str]: ...

    def __contains__(self, file: object) -> bool: ...

    def anchors(self, file: str) -> str | None:
        """The anchors of the governed document in a file, as a summary joins them; None where no summary holds them."""

    def get(self, file: str) -> KeptDocument | None:
        """The same document, read again."""

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        """What a field of the front matter holds, value by value, and in which file."""

    def named(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """The files of documents with the fields by which addresses find them."""


class Reached(NamedTuple):
    """Something is there. `spelling` is how the path should have been written, where letter case is wrong."""

    names: Names
    is_folder: bool = False
    spelling: Names | None = None
    is_certain: bool = True
    address: str = ""  # how the address of a page should have been written, where letter case is wrong


_FILLED = re.compile(r"@[\w.-]+@")  # the name of what a program puts in the place of it


class Failed(NamedTuple):
    kind: FaultKind
    problem: str
    meant: Meant | None = None


class Elsewhere(NamedTuple):
    """The link leads to another site, and is not followed."""


Result: TypeAlias = Reached | Failed | Elsewhere


class Following:
    def __init__(self, documents: KnownDocuments, tree: Tree, links: Links, guesses: Guesses) -> None:
        self._documents = documents
        self._guesses = guesses
        self._tree = tree
        self._links = links
        self._site = parts(links.site_root)
        self._slugs: dict[str, routes.Slugs] = {}
        self._routes = routes.Routes(links.routes)
        self._by_paths: dict[str, Result] = {}
        self._room = _MOST_KEPT
        self._last_file: tuple[str, Names] = "", ()
        files = tuple(tree.files())  # before any link is followed, so that no answer depends on the links before it
        self._suggesting = Suggesting(tree, links, files, documents)
        self._pages = Pages(files) if links.wiki else None
        self._on_site = OnSite(documents, tree, links.sites) if links.sites else None
        self._absent = Absent(tree)
        self._catalogs = Catalogs(tree)
        self._others = OtherSites(tree)

    def follow(self, link: Link, source: KeptDocument, address: Address) -> Result:
        if link.kind == "wiki":
            return self._wiki(link.target, source)
        if link.target.startswith("{") or "{{" in link.target or "{%" in link.target or _FILLED.match(link.target):
            return Elsewhere()  # a template will put something else here
        if address.scheme:
            return self._scheme(address.scheme, link)
        path, own = address.path, self._names(source.file)
        if path.startswith("//"):
            return self._host(link.target)
        if not path:
            return Reached(own)
        fitting = self._routes.fitting(path) if path.startswith("/") else ()
        if fitting:
            return self._routed(fitting, address, source)
        if self._on_site and link.kind != "field" and self._on_site.decides(path, source.file):
            return self._at_address(path, source, address)
        return self._path(() if path.startswith("/") else own[:-1], path, source, address)

    def counts_from_address(self, path: str, file: str) -> bool:
        """Whether a link with this path in a file means an address of a site."""
        return self._on_site is not None and self._on_site.decides(path, file)

    def address_of(self, names: Names) -> str | None:
        """The address of a page or a file on a site; None for what is on no site."""
        return self._on_site.address_of(names) if self._on_site else None

    def is_put_in(self, file: str) -> bool:
        """Whether a site puts this file into pages, and makes none of it alone."""
        return self._on_site is not None and self._on_site.published.is_put_in(file)

    def lists_drafts(self, file: str) -> bool:
        """Whether a link without a destination is no mistake in this file."""
        return self._on_site is not None and self._on_site.lists_drafts(file)

    def is_part(self, file: str) -> bool:
        """The same, as its name says; what is left out otherwise is read where it is."""
        is_fixed = self._on_site is not None and self._on_site.published.has_own_links(file)
        return not is_fixed and _PART.search(file) is not None and self.is_put_in(file)

    def index(self, names: Names) -> Names | None:
        """The file that stands for a folder."""
        entries = self._tree.entries(names) or {}
        name = next((name for name in self._links.index_names if entries.get(name, "folder") != "folder"), None)
        found = self._tree.find((*names, name)) if name else None
        return None if found is None or isinstance(found, Missing | Outside) else found.names

    def _names(self, file: str) -> Names:
        """The names of a file; the links of a document come one after the other."""
        if self._last_file[0] != file:
            self._last_file = file, parts(file)
        return self._last_file[1]

    def _scheme(self, scheme: str, link: Link) -> Result:
        if scheme in UNSAFE and link.kind != "image":
            return Failed("unsafe", f"has the scheme {scheme}:, which can run a script or pass for a page of this site")
        if _DRIVE_OR_FILE.fullmatch(scheme):
            return Failed("broken", "is a path of one machine, and of no use on any other")
        return self._host(link.target) if scheme in _WITH_HOST else Elsewhere()

    def _host(self, target: str) -> Result:
        """An address of another site is not followed, unless it is malformed."""
        host = _HOST.match(target.strip())
        if host and (not host[1] or host[1].count("[") != host[1].count("]")):
            return Failed("broken", "is an address without a host" if not host[1] else "is no address of anything")
        return Elsewhere()

    def _at_address(self, path: str, source: KeptDocument, address: Address) -> Result:
        """What a link in a page leads to on the site."""
        assert self._on_site is not None  # noqa: S101 - the caller has seen to it
        found = self._on_site.find(path, source.file)
        if isinstance(found, Page):
            return Reached(found.names, address=found.address)
        if found == "unknown":
            return Elsewhere()
        if found == "open":
            return Failed("uncertain", _MAY_BE_MADE)
        if self._guesses.spend():
            meant = self._on_site.nearby.meant(path)
            correction = Meant(self._suggesting.written(meant, address), surely=False) if meant else None
            return Failed("broken", _NO_PAGE, correction)
        return Failed("broken", _NO_PAGE)

    def _path(self, base: Names, path: str, source: KeptDocument, address: Address) -> Result:
        names = resolved(base, path)
        if names is None:
            return Failed("outside", "leads out of the site" if self._site and not base else _LEAVES)
        if len(source.file) + len(path) > LONGEST_PATH and sum(map(len, names)) + len(names) > LONGEST_PATH:
            return Failed("broken", _TOO_LONG)
        if path.startswith("/"):
            names = (*self._site, *names)
        found = self._tree.find(names)
        if isinstance(found, Outside):
            return Failed("outside", f"{_LEAVES} by way of a symbolic link")
        if isinstance(found, Missing):
            if self._leads_once_published(path, source.file):
                return Failed("uncertain", _MAY_BE_PUBLISHED)
            return self._implicit(names, path) or self._missing(names, found, source, address)
        if path.endswith(("/", "/.")) and not found.is_folder and found.is_certain:
            meant = self.spelled(found.spelling, source, address)
            return Failed("broken", "is a file, and a slash at its end asks for a folder", Meant(meant, surely=True))
        return _reached(found)

    def _leads_once_published(self, path: str, file: str) -> bool:
        """Whether a link leads somewhere once a program has put its document among the pages of a site."""
        if self._on_site and beside.may_be_put_in(self._links.sites, path, file):
            return True
        if not self._on_site or not beside.is_beside(self._links.sites, file):
            return False
        return self._on_site.find(path, file) != "missing" if path[0] == "/" else beside.leads(self._tree, path, file)

    def _implicit(self, names: Names, path: str) -> Reached | None:
        """`guide` for guide.md, where the site that is made from the documents drops extensions."""
        if not self._links.implicit_extension or path.endswith(("/", ".")):
            return None
        answers = [self._tree.find((*names[:-1], f"{names[-1]}{each}")) for each in _ENDINGS]
        found = next((each for each in answers if not isinstance(each, Missing | Outside)), None)
        if found is None:
            return None
        spelling = (*found.spelling[:-1], found.spelling[-1].rpartition(".")[0])
        return Reached(found.names, spelling=spelling if found.is_misspelled else None)

    def _missing(self, names: Names, found: Missing, source: KeptDocument, address: Address) -> Result:
        if found.is_dangling:
            return Failed("broken", "is a symbolic link to nothing")
        named = self._catalogs.find(address.path, source.file) if is_in_catalog(source.file) else None
        if named:
            return Reached(named)
        twin = self._suggesting.twin(names)
        if twin:
            return Reached(twin, spelling=twin)
        instead = self._on_site.instead(names, address.path) if self._on_site else None
        if instead:
            return Reached(instead)
        shown = self._others.shows(address.path, self._names(source.file)[:-1])
        if shown:
            return Reached(shown)
        if self._on_site and self._on_site.may_be_elsewhere(names):
            return Failed("uncertain", _MAY_BE_MADE)
        if self._absent.explains(names):
            return Failed("uncertain", _ABSENT)
        if self._links.implicit_extension and self._others.may_have(names):
            return Failed("uncertain", _MAY_BE_MADE)
        meant = (
            self._suggesting.path(names, found, self._names(source.file), address) if self._guesses.spend() else None
        )
        return Failed("broken", _NOT_THERE, meant)

    def _routed(
        self, fitting: Sequence[tuple[Route, Mapping[str, str]]], address: Address, source: KeptDocument
    ) -> Result:
        """The first route that leads to something; when none does, a file of the site, or the result of the first."""
        results = [self._by_route(route, values, address) for route, values in fitting]
        led = next((each for each in results if isinstance(each, Reached)), None)
        shown = None if led else self._others.shows(address.path, self._names(source.file)[:-1])
        return led or (Reached(shown) if shown else results[0])

    def _by_route(self, route: Route, values: Mapping[str, str], address: Address) -> Result:
        if route.path is not None:
            return self._by_page(route, route.path, values, address)
        return self._by_field(route, route.field or "", values, address)

    def _by_field(self, route: Route, field: str, values: Mapping[str, str], address: Address) -> Result:
        if field not in self._slugs:
            self._slugs[field] = routes.Slugs(self._documents.values(field))
        slug = values[route.name]
        file = self._slugs[field].file(slug)
        if file is not None:
            return Reached(parts(file))
        meant = self._slugs[field].meant(slug) if self._guesses.spend() else None
        found = None
        if meant:
            path = routes.filled(route.shape, {**values, route.name: meant[0]})
            found = Meant(self._suggesting.written(path, address), surely=meant[1])
        return Failed("broken", f"fits the route {route.written}, but no document has that {field}", found)

    def _by_page(self, route: Route, shape: Shape, values: Mapping[str, str], address: Address) -> Result:
        if routes.length(shape, values) > LONGEST_PATH:
            return Failed("broken", _TOO_LONG)
        result = self._by_path(routes.filled(shape, values))
        if isinstance(result, Failed) and result.kind == "broken" and self._guesses.spend():
            meant = self._meant_page(route, shape, values, address)
            return result._replace(meant=meant)
        return result

    def _meant_page(self, route: Route, shape: Shape, values: Mapping[str, str], address: Address) -> Meant | None:
        """An address of the same route that differs in the last name of its path, and leads to something."""
        names = resolved((), routes.filled(shape, values)) or ()
        last = address.path.rstrip("/").rpartition("/")[2]
        if not names or names[-1] != last:
            return None
        stem = self._suggesting.page(names[:-1], last)
        if stem is None:
            return None
        slash = "/" if address.path.endswith("/") else ""
        path = address.path.rstrip("/").removesuffix(last) + stem + slash
        fitting = routes.matched(route, path)
        found = self._by_path(routes.filled(shape, fitting)) if fitting is not None else None
        surely = stem.casefold() == last.casefold()
        return Meant(self._suggesting.written(path, address), surely) if isinstance(found, Reached) else None

    def _by_path(self, path: str) -> Result:
        """Where a page's path leads; many links ask for the same one, and each that is wrong asks twice."""
        if path not in self._by_paths:
            self._room -= len(path)
            if self._room < 0:
                self._by_paths.clear()
                self._room = _MOST_KEPT
            self._by_paths[path] = self._page(path)
        return self._by_paths[path]

    def _page(self, path: str) -> Result:
        """The path itself, then with its extension, then the page that stands for the folder."""
        names = resolved((), path)
        if names is None:
            return Failed("outside", _LEAVES)
        if sum(map(len, names)) + len(names) > LONGEST_PATH:
            return Failed("broken", _TOO_LONG)
        candidates = [names]
        candidates += [(*names[:-1], f"{names[-1]}{each}") for each in _ENDINGS] if names else []
        candidates += [(*names, name) for name in self._links.index_names]
        answers: list[Answer] = []
        for each in candidates:
            answers.append(self._tree.find(each))
            if isinstance(answers[-1], Found) and not answers[-1].is_folder and not answers[-1].is_misspelled:
                return _reached(answers[-1])
        best = next((each for each in answers if isinstance(each, Found) and not each.is_misspelled), None)
        if best:
            return _reached(best)
        if any(isinstance(each, Outside) for each in answers):
            return Failed("outside", f"{_LEAVES} by way of a symbolic link")
        return Failed("broken", f"has no page: neither {path.rstrip('/')} nor {path.rstrip('/')}.md is there")

    def _wiki(self, target: str, source: KeptDocument) -> Result:
        name, mark, fragment = target.partition("#")
        if not name.strip():
            return Reached(self._names(source.file))
        pages = self._pages or Pages(())
        names = pages.find(name.strip(), self._names(source.file)[:-1])
        if names is not None:
            return Reached(names)
        meant = pages.meant(name.strip()) if self._guesses.spend() else None
        return Failed("broken", "names no page", Meant(meant + mark + fragment, surely=False) if meant else None)

    def respelled(self, path: str, address: Address) -> str:
        """A target with another path."""
        return self._suggesting.written(path, address)

    def spelled(self, names: Names, source: KeptDocument, address: Address) -> str:
        """A target that leads there, as the document would write it."""
        return self._suggesting.spelled(names, self._names(source.file)[:-1], address)


class Destinations:
    def __init__(self, documents: KnownDocuments, tree: Tree, links: Links) -> None:
        guesses = Guesses()
        guesses.forgo()
        self._documents = documents
        self._sites = links.sites
        self._understanding = Understanding(documents.files)
        self._following = Following(documents, tree, links, guesses)

    def file(self, lookup: str) -> str | None:
        """The file of the governed document that a lookup leads to; for a folder, its index page."""
        asked = self._understanding.of(lookup)
        if asked is None:
            return None
        source = KeptDocument("", "", asked.source(self._sites))
        result = self._following.follow(Link(asked.target, asked.kind, 1, None), source, address(asked.target))
        if not isinstance(result, Reached):
            return None
        return self._governed(result.names) or self._governed(self._following.index(result.names))

    def _governed(self, names: Names | None) -> str | None:
        file = "/".join(names or ())
        return file if file in self._documents else None


def _reached(found: Found) -> Reached:
    spelling = found.spelling if found.is_misspelled else None
    return Reached(found.names, found.is_folder, spelling, found.is_certain)
