"""Finds what an address means on the sites that are made from the documents: a page, a file, or a way to one."""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, Protocol, TypeAlias

from meminit.config.settings import parts
from meminit.documents.tree import Found, Missing, Outside, Tree
from meminit.linking.guessing import Near
from meminit.linking.targets import DOCUMENTS
from meminit.sites.addresses import INDEX, Addresses, address, placing
from meminit.sites.redirects import Redirects
from meminit.sites.site import Folder, Site, owner
from meminit.sources.files import Names
from meminit.sources.globs import Patterns

_MOST_HOPS = 6  # from one redirect to the next
_PLACE = re.compile(r"\[[^\]]*\]")
_UNLISTED = frozenset({"node_modules", "bower_components"})


class Page(NamedTuple):
    """What is at an address; `address` is how it should have been written, where letter case is wrong."""

    names: Names
    address: str = ""

    @property
    def is_misspelled(self) -> bool:
        return bool(self.address)


# Nothing is there; or something may be there, or is on another site.
Nothing: TypeAlias = Literal["missing", "unknown"]


class NamedDocuments(Protocol):
    """The documents of a run, as far as their addresses depend on them."""

    def __contains__(self, file: object) -> bool: ...

    def named(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """The files of documents with those fields that decide about addresses."""


class OnSite:
    def __init__(self, documents: NamedDocuments, tree: Tree, sites: Sequence[Site]) -> None:
        self._documents = documents
        self._tree = tree
        self._sites = sites
        self._known: dict[str, Page | Nothing] = {}
        self._near: dict[str, Near] = {}
        shown = [(site.base + folder.address, folder) for site in sites for folder in (*site.static, *site.content)]
        self._folders = sorted(shown, key=lambda each: -len(each[0]))
        self._bases = tuple(dict.fromkeys(site.base for site in sites))
        self._redirects = Redirects([each for site in sites for each in _redirects(site)])

    def decides(self, path: str, file: str) -> bool:
        """Whether a link in this file counts from an address; links that name a Markdown file do not."""
        is_relative = not path.startswith("/")
        if is_relative and path.lower().endswith(DOCUMENTS):
            return False
        return owner(self._sites, file) is not None

    def find(self, path: str, file: str) -> Page | Nothing:
        """What a link in this file leads to."""
        if path.startswith("/"):
            found_there = self._absolute(path)
            is_known = any(site.is_base_known for site in self._sites)
            return "unknown" if found_there == "missing" and not is_known else found_there
        found = owner(self._sites, file)
        assert found is not None  # noqa: S101 - see `decides`
        site, _ = found
        answers = list(self._relative(path, file, site))
        good = next((each for each in answers if isinstance(each, Page) and not each.is_misspelled), None)
        if good:
            return good
        return next((each for each in answers if each != "missing"), "missing")

    def _relative(self, path: str, file: str, site: Site) -> Iterator[Page | Nothing]:
        """The readings of a relative link, in turn."""
        if site.relative != "address":
            yield self._beside(path, file)
        here = self._addresses.place_of(file)
        if here is None:
            yield self._beside(path, file)
            yield "unknown"  # a file that is no page may be shown anywhere
            return
        steps = posixpath.join(posixpath.dirname(address(here)), path)
        if _climbs_out(steps) and not site.is_base_known:
            yield "unknown"  # what else is on the host
            return
        is_folder = path.endswith(("/", "/.", "/..")) or path in {".", ".."}
        yield self._absolute(_normal(steps, is_folder=is_folder))

    def _beside(self, path: str, file: str) -> Page | Nothing:
        """A file that is no page, by its path from the file with the link."""
        names = list(parts(file)[:-1])
        for name in path.split("/"):
            if name == "..":
                if not names:
                    return "missing"
                names.pop()
            elif name not in {"", "."}:
                names.append(name)
        found = "missing" if path.endswith("/") else self._file(tuple(names), path)
        shown = self._address_of("/".join(names)) if found == "missing" else None
        return "unknown" if shown and self._may_be_made(shown) else found

    def _address_of(self, file: str) -> str | None:
        """The address that a file without a page of its own would have."""
        found = owner(self._sites, file)
        return None if found is None else f"{found[0].base}{found[1].address}/{found[1].below(file)}"

    def _file(self, names: Names, path: str) -> Page | Nothing:
        found = self._tree.find(names)
        if isinstance(found, Missing | Outside) or found.is_folder:
            return "missing"
        if not found.is_certain:
            return "unknown"
        if found.is_misspelled:
            return Page(found.names, _respelled(path, found.spelling))
        return Page(found.names)

    def _absolute(self, path: str) -> Page | Nothing:
        if path not in self._known:
            self._known[path] = self._looked_up(path, 0)
        return self._known[path]

    def _looked_up(self, path: str, hops: int) -> Page | Nothing:
        """The address itself, then with the base before it; what is outside the bases is another site's."""
        if "//" in path or "/." in path:
            path = _normal(path, is_folder=path.endswith("/"))
        answers = [self._at(path, hops)]
        answers += [
            _shorter(self._at(base + path, hops), base) for base in self._bases if base and answers[0] == "missing"
        ]
        for each in answers:
            if each != "missing":
                return each
        is_inside = any(
            site.adds_base or not site.base or f"{path}/".startswith(f"{site.base}/") for site in self._sites
        )
        return "missing" if is_inside else "unknown"

    def _at(self, path: str, hops: int) -> Page | Nothing:
        page = self._addresses.at(path)
        if page is not None:
            return Page(parts(page))
        misspelled: Page | None = None
        for shown, folder in self._folders:
            if path.startswith(f"{shown}/") and not path.endswith("/"):
                found = self._file((*parts(folder.path), *parts(path[len(shown) :])), path)
                if found == "unknown" or (isinstance(found, Page) and not found.is_misspelled):
                    return found
                misspelled = misspelled or (found if isinstance(found, Page) else None)
        led = self._redirects.target(path) if self._redirects and hops < _MOST_HOPS else None
        if led is not None:
            return self._led(led, path, hops)
        filled = self._filled(path)
        if filled:
            return filled
        if self._may_be_made(path):
            return "unknown"
        alike = self._addresses.alike(path)
        return self._misspelled(alike, path) if alike else misspelled or "missing"

    def _led(self, to: str, path: str, hops: int) -> Page | Nothing:
        """Where a redirect leads on to; a fragment of its own wins, so nothing can be said of that of the link."""
        if to.startswith("file:"):
            found = self._tree.find(parts(to.removeprefix("file:")))
            return Page(found.names) if isinstance(found, Found) else "missing"
        if not to.startswith("/"):
            if "://" in to:
                return "unknown"
            to = posixpath.normpath(posixpath.join(posixpath.dirname(path), to))
        bare = to.partition("#")[0].partition("?")[0] or "/"
        found_there = self._looked_up(bare, hops + 1)
        return "unknown" if "#" in to and isinstance(found_there, Page) else found_there

    def _filled(self, path: str) -> Page | None:
        """The page of the default language, where a language lacks its own."""
        for site in self._sites:
            rest = path.removeprefix(site.base) if site.fills and path.startswith(f"{site.base}/") else ""
            language, _, below = rest.lstrip("/").partition("/")
            if not rest or language not in site.languages or language == site.language:
                continue
            default = f"{site.base}/{site.language}/{below}" if site.language else f"{site.base}/{below}"
            page = self._addresses.at(default)
            if page is not None:
                return Page(parts(page))
        return None

    def instead(self, names: Names) -> Names | None:
        """What the site shows in the place of a Markdown file that is not there: a page of the default language."""
        file = "/".join(names)
        found = owner(self._sites, file)
        if found is None:
            return None
        site, folder = found
        made = placing(site)(site, folder, file, {})
        if made is None:
            return None
        filled = self._filled(address(made))
        if filled:
            return filled.names
        led = self._redirects.target(address(made)) if self._redirects else None
        page = self._led(led, address(made), 1) if led is not None else None
        return page.names if isinstance(page, Page) else None

    def _misspelled(self, file: str, path: str) -> Page:
        place = self._addresses.place_of(file)
        if place is None:
            return Page(parts(file), path)
        return Page(parts(file), _in_the_manner_of(path, place))

    def meant(self, path: str) -> str | None:
        """The address beside the one that leads nowhere whose name is nearest."""
        if not path.startswith("/") or path.endswith(".html"):
            return None
        above, _, name = path.rstrip("/").rpartition("/")
        if above not in self._near:
            self._near[above] = Near(self._addresses.siblings(path))
        near = self._near[above].nearest(name)
        return f"{above}/{near}{'/' if path.endswith('/') else ''}" if near else None

    def _may_be_made(self, path: str) -> bool:
        """Whether something else than a file may make a page there: a theme, a plugin, or a program."""
        if any(path.startswith(each) or f"{path}/" == each for each in self._open):
            return True
        return path.rstrip("/") in self._homes or any(each.fullmatch(path.rstrip("/")) for each in self._programs)

    @cached_property
    def _homes(self) -> frozenset[str]:
        """The first addresses of sites and of their languages, which always have a page."""
        found = {site.base + folder.address for site in self._sites for folder in site.content}
        found |= {f"{site.base}/{language}" for site in self._sites for language in site.languages}
        return frozenset(found.union(self._bases))

    @cached_property
    def _programs(self) -> list[re.Pattern[str]]:
        """The addresses of pages that programs make; in brackets stands what they decide."""
        found = []
        for site in self._sites:
            for folder in site.programs:
                for names in self._below(parts(folder.path)):
                    pattern = _of_program(names[len(parts(folder.path)) :])
                    if pattern is not None:
                        found.append(re.compile(re.escape(site.base + folder.address) + pattern))
        return found

    def _below(self, top: Names) -> Iterator[Names]:
        """All files below a folder."""
        waiting = [top]
        while waiting:
            names = waiting.pop()
            for name, kind in sorted((self._tree.entries(names) or {}).items()):
                if kind == "folder" and name not in _UNLISTED:
                    waiting.append((*names, name))
                elif kind == "file":
                    yield (*names, name)

    @cached_property
    def _open(self) -> tuple[str, ...]:
        """Addresses below which nobody can tell which pages there are."""
        return tuple(site.base + each for site in self._sites for each in site.open)

    @cached_property
    def _addresses(self) -> Addresses:
        """The addresses of all pages, of documents and of other files below the content."""
        made = Addresses(self._sites)
        fields = {file: pairs for file, pairs in self._documents.named() if pairs}
        aliases: list[tuple[str, str]] = []
        for site in self._sites:
            excluded = Patterns([each for each in site.excluded if each.strip()], skip_bad=True)
            placed = placing(site)
            for folder in site.content:
                for file in self._pages(site, folder, excluded):
                    known = _by_name(fields[file]) if file in fields else self._of_other(site, file)
                    place = placed(site, folder, file, known)
                    if place is not None:
                        made.add(file, place)
                        aliases += [(file, each) for name in site.aliases for each in known.get(name, ())]
        for file, written in aliases:
            here = address(made.place_of(file) or "/")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(here.rstrip("/")), written))
            for base in ("", *self._bases):
                made.add_alias(file, path if path.startswith(f"{base}/") else base + path)
        return made

    def _pages(self, site: Site, folder: Folder, excluded: Patterns) -> Iterator[str]:
        """The files below a folder that may become pages; folders of other content are left out."""
        others = {parts(each.path) for every in self._sites for each in every.content}
        waiting = [parts(folder.path)]
        while waiting:
            names = waiting.pop()
            below = names[len(parts(folder.path)) :]
            prefix = "".join(f"{name}/" for name in names)
            for name, kind in sorted((self._tree.entries(names) or {}).items()):
                if name.startswith(".") or name in _UNLISTED:
                    continue
                if kind == "folder":
                    if (*names, name) not in others and not (excluded and excluded.covers((*below, name))):
                        waiting.append((*names, name))
                elif name.lower().endswith(site.endings) and not (excluded and excluded.covers((*below, name))):
                    yield prefix + name

    def _of_other(self, site: Site, file: str) -> Mapping[str, Sequence[str]]:
        """The same fields of a page that is no governed document."""
        if not site.named or file in self._documents:
            return {}
        from meminit.documents.outsider import fields  # noqa: PLC0415 - reads; seldom wanted

        return fields(self._tree, parts(file), site.named)


def _of_program(names: Names) -> str | None:
    """A pattern of the addresses of a page that a program makes; None for what may be anywhere, or is no page."""
    if any(name.startswith("_") for name in names):
        return None
    stem = names[-1].rpartition(".")[0]
    path = [*names[:-1], *([] if stem == "index" else [stem])]
    if path and path[0].startswith("[..."):
        return None
    pieces = []
    for name in path:
        if name.startswith("[..."):
            pieces.append("(?:/.*)?")
            break
        pieces.append("/" + "[^/]+".join(map(re.escape, _PLACE.split(name))))
    return "".join(pieces)


def _redirects(site: Site) -> Iterator[tuple[str, str]]:
    """The redirects of a site, with those between Markdown files as addresses."""
    placed = placing(site)
    for old, new in site.redirects:
        if not old.startswith("file:"):
            yield (old if "://" in old else site.base + old), new
            continue
        folder = site.content[0]
        place = placed(site, folder, "/".join((*parts(folder.path), *parts(old.removeprefix("file:")))), {})
        target = new.partition("#")[0]
        if place and target.startswith("file:"):
            yield address(place), "file:" + "/".join((*parts(folder.path), *parts(target.removeprefix("file:"))))
        elif place:
            yield address(place), new


def _shorter(answer: Page | Nothing, base: str) -> Page | Nothing:
    """The answer for an address without its base."""
    if isinstance(answer, Page):
        return answer._replace(address=answer.address.removeprefix(base))
    return answer


def _climbs_out(path: str) -> bool:
    """Whether a path goes above the root on its way."""
    depth = 0
    for name in path.split("/"):
        depth += -1 if name == ".." else 0 if name in {"", "."} else 1
        if depth < 0:
            return True
    return False


def _normal(path: str, *, is_folder: bool) -> str:
    """An address without steps; browsers go no further up than the root."""
    found = "/" + posixpath.normpath(path).strip("/")
    return f"{found}/" if is_folder and found != "/" else found


def _by_name(pairs: Sequence[tuple[str, str]]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def _respelled(path: str, spelling: Names) -> str:
    """A path with its names as they are spelled."""
    names = path.split("/")
    last = list(spelling)
    for at in range(len(names) - 1, -1, -1):
        if names[at] in {"", ".", ".."} or not last:
            continue
        known = last.pop()
        if known.lower() != names[at].lower():
            break
        names[at] = known
    return "/".join(names)


def _in_the_manner_of(path: str, place: str) -> str:
    """The address of a place, with a slash or an ending where the other one has them."""
    bare = place.removesuffix(f"/{INDEX}").removesuffix(".html")
    if path.endswith("/"):
        return f"{bare}/"
    return f"{bare}.html" if path.endswith(".html") else bare or "/"
