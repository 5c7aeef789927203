"""Which pages the sites have that are made from the documents, and where pages may be that no file shows."""

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, Protocol

from meminit.config.settings import parts
from meminit.documents.absent import Absent
from meminit.documents.tree import Missing, Tree
from meminit.linking.programs import Programs
from meminit.sites.addresses import Addresses, Below, address, placing
from meminit.sites.site import Folder, Site, owner
from meminit.sources.files import Names
from meminit.sources.gate import SourceError
from meminit.sources.globs import Patterns

_BUNDLE = re.compile(r"index(?:\.[\w-]+)?\.(?:md|markdown)")  # all else in its folder belongs to that page
_OF_JEKYLL = frozenset({"_posts", "_drafts", "_includes", "_layouts", "_plugins", "_sass", "_site"})
_SHORTEST_STEM = 4
_USUAL = frozenset({".md", ".mdx", ".html"})  # endings of pages
_UNLISTED = frozenset({"node_modules", "bower_components"})


class NamedDocuments(Protocol):
    """The documents of a run, as far as their addresses depend on them."""

    def __contains__(self, file: object) -> bool: ...

    def named(self) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        """The files of documents with those fields that decide about addresses."""


class Published:
    def __init__(self, documents: NamedDocuments, tree: Tree, sites: Sequence[Site]) -> None:
        self._documents = documents
        self._tree = tree
        self._sites = sites
        self._bases = tuple(dict.fromkeys(site.base for site in sites))
        self._absent = Absent(tree)
        self._owners: dict[str, tuple[Site, Folder] | None] = {}
        self._adapted: set[str] = set()  # addresses of folders in which a program adds pages

    def owner(self, file: str) -> tuple[Site, Folder] | None:
        """The site whose pages a file is among, and the folder of these."""
        if file not in self._owners:
            self._owners[file] = owner(self._sites, file)
        return self._owners[file]

    def has_own_links(self, file: str) -> bool:
        """Whether links in a file that is put into pages count from the file itself all the same."""
        found = self.owner(file)
        return found is not None and bool(found[0].detail("parts by file"))

    def is_put_in(self, file: str) -> bool:
        """Whether a file of a site is no page of its own, and so may be put into others."""
        return self.owner(file) is not None and self.addresses.place_of(file) is None

    def may_be_made(self, path: str) -> bool:
        """Whether something else than a file may make a page there: a theme, a plugin, or a program."""
        if path.startswith(self._open) or f"{path}/" in self._open or self._is_beside_all(path):
            return True
        if any(site.detail("prepared") and path.startswith(f"{site.base}/") for site in self._sites):
            return True
        if self._single and f"{path.rstrip('/')}$" in self._single:
            return True
        bare = path.removesuffix("index.html").rstrip("/")
        if bare in self._homes or self._programs.make(path.rstrip("/")):
            return True
        is_adapted = self.addresses is not None and f"{path}/".lower().startswith(tuple(self._adapted))
        return is_adapted or self._may_be_rewritten(path) or self._is_hidden(bare) or self.is_absent(bare)

    def at_nothing(self, path: str) -> Literal["missing", "open", "unknown"]:
        """What is to be said of an address at which nothing is known to be."""
        if not any(site.is_base_known for site in self._sites):
            return "unknown"
        # A template may write redirects; not for files, nor beside pages, but for what the page above names.
        above, _, name = path.rstrip("/").rpartition("/")
        if "." in name or not any(site.detail("redirects") for site in self._sites):
            return "missing"
        return "missing" if self.addresses.siblings(path) and not self._is_named_by(f"{above}/", name) else "open"

    def _is_named_by(self, path: str, name: str) -> bool:
        """Whether a page has a name in its front matter."""
        page = self.addresses.at(path)
        try:
            data = self._tree.sources.read_inside(page, self._tree.limits.document) if page else b""
        except SourceError:
            return False
        front_matter = data.partition(b"---\n")[2].partition(b"\n---")[0]
        return re.search(rb"\b%b\b" % re.escape(name.encode()), front_matter) is not None

    def _is_hidden(self, path: str) -> bool:
        """Whether a program of the site's own may make the page of a file that is none itself, such as a template."""
        stem = path.rpartition("/")[2].removesuffix(".html").casefold()
        return len(stem) >= _SHORTEST_STEM and stem in self._hidden_stems

    @cached_property
    def _hidden_stems(self) -> frozenset[str]:
        """The names, without endings, of files in folders that are no part of the site, where it has programs."""
        found: set[str] = set()
        for site in self._sites:
            top = parts(site.content[0].path) if site.detail("hidden pages") else None
            if top is None or not self._tree.entries((*top, site.detail("hidden pages"))):
                continue
            for name, kind in (self._tree.entries(top) or {}).items():
                if kind == "folder" and name.startswith("_") and name not in _OF_JEKYLL:
                    found.update(names[-1].partition(".")[0].casefold() for names in self._below((*top, name)))
        return frozenset(found)

    def _may_be_rewritten(self, path: str) -> bool:
        """Whether a program may give pages addresses there: where no page is, that is."""
        return any(site.detail("rewrites") for site in self._sites) and not self.addresses.siblings(path)

    def is_absent(self, path: str) -> bool:
        """Whether another checkout may have the source of the page, or the file, at an address."""
        if path.endswith(".html") and self.is_absent(path.removesuffix(".html")):
            return True
        return any(
            self._absent.explains((*top, *parts(f"{path[len(shown) + 1 :]}{ending}")))
            for shown, top, endings in self._tops.above(path)
            for ending in (endings if "." not in path.rpartition("/")[2] else ("",))
        )

    @cached_property
    def _tops(self) -> Below[tuple[str, Names, tuple[str, ...]]]:
        """The address and the path of each folder of a site, and what an address may lack at the end of a path."""
        found: dict[tuple[str, Names], tuple[str, ...]] = {}
        for site in self._sites:
            ended = tuple(each for each in site.endings if each in _USUAL)
            indices = tuple(f"/{stem}{ended[0]}" for stem in site.index_names) if ended else ()
            for folder in site.static:
                found[site.base + folder.address, parts(folder.path)] = ("",)
            for folder in site.content:
                found[site.base + folder.address, parts(folder.path)] = ("", *ended, *indices)
        # A folder that is not there as a whole, such as that of a theme, would explain every address.
        there = ((shown, (shown, top, endings)) for (shown, top), endings in found.items() if self._tree.entries(top))
        return Below(there)

    def _is_beside_all(self, path: str) -> bool:
        """Whether a program of the site's own may make the page, since nothing known begins like its address."""
        for site in self._sites:
            if site.detail("makers") and path.startswith(f"{site.base}/"):
                return self._first(site, path) not in self._firsts
        return False

    def _first(self, site: Site, path: str) -> str:
        return path[len(site.base) + 1 :].partition("/")[0]

    @cached_property
    def _firsts(self) -> frozenset[str]:
        """The first names of the addresses below which files show others."""
        found: set[str] = set()
        for site in self._sites:
            if site.detail("makers"):
                places = (each for each in self.addresses.places() if each.removesuffix("/index.html").count("/") > 1)
                found.update(self._first(site, each) for each in places)
                for folder in site.static:
                    found.update(self._tree.entries(parts(folder.path)) or ())
        return frozenset(found)

    @cached_property
    def _homes(self) -> frozenset[str]:
        """The first addresses of sites and of their languages, which always have a page."""
        found = {site.base + folder.address for site in self._sites for folder in site.content}
        found |= {f"{site.base}/{language}" for site in self._sites for language in site.languages}
        found.update(*(self._sections(site) for site in self._sites if site.detail("folders")))
        return frozenset(found.union(self._bases))

    def _sections(self, site: Site) -> Iterator[str]:
        """The folders right below the content: each is a page, whether or not a file says what is on it."""
        for folder in site.content:
            for name, kind in (self._tree.entries(parts(folder.path)) or {}).items():
                if kind == "folder":
                    yield f"{site.base}{folder.address}/{name.lower() if site.lower else name}"

    @cached_property
    def _programs(self) -> Programs:
        return Programs(
            (site.base + folder.address, names[len(parts(folder.path)) :])
            for site in self._sites
            for folder in site.programs
            for names in self._below(parts(folder.path))
        )

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
    def _single(self) -> frozenset[str]:
        """The same of single addresses, which end with a dollar sign."""
        return frozenset(site.base + each for site in self._sites for each in site.open if each.endswith("$"))

    @cached_property
    def _open(self) -> tuple[str, ...]:
        """Addresses below which it is not known which pages there are."""
        found = [site.base + each for site in self._sites for each in site.open if not each.endswith("$")]
        for site in self._sites:
            for folder in site.fetched:
                shown = site.base + folder.address
                if not isinstance(self._tree.find(parts(folder.path)), Missing):
                    continue
                if folder.pattern:
                    place = placing(site)(site, folder._replace(path="", pattern=""), folder.pattern, {})
                    found += [f"{shown}/{folder.pattern}", *([address(place)] if place else [])]
                elif folder.address:
                    place = placing(site)(site, Folder("", ""), f"{folder.address.strip('/')}/_index.md", {})
                    found += [f"{shown}/", *([address(place)] if place else [])]
        return tuple(found)

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of all pages, of documents and of other files below the content."""
        made = Addresses(self._sites)
        fields = {file: pairs for file, pairs in self._documents.named() if pairs}
        aliases: list[tuple[str, str, bool]] = []
        copies: list[tuple[str, str]] = []
        for site in self._sites:
            placed = placing(site)
            for folder, file, below in self._sources(site):
                known = _by_name(fields[file]) if file in fields else self._of_other(site, file)
                place = placed(site, folder, below, known)
                if place is None:
                    continue
                if folder in site.copies:
                    copies.append((file, place))
                else:
                    made.add(file, place)
                    is_relative = not site.detail("aliases from the root")
                    aliases += [(file, each, is_relative) for name in site.aliases for each in known.get(name, ())]
        for file, place in copies:
            made.add_copy(file, place)
        for file, written, is_relative in aliases:
            here = address(made.place_of(file) or "/") if is_relative else "/"
            path = posixpath.normpath(posixpath.join(posixpath.dirname(here.rstrip("/")) or "/", written))
            for base in ("", *self._bases):
                made.add_alias(file, shown := path if path.startswith(f"{base}/") else base + path)
                if not is_relative and not written.endswith("/"):
                    made.add_alias(file, f"{shown.removesuffix('.html')}.html")
        return made

    @cached_property
    def files_by_name(self) -> Mapping[str, Sequence[str]]:
        """The files of pages by their names without endings."""
        found: dict[str, list[str]] = {}
        for site in self._sites:
            for _, file, _ in self._sources(site):
                found.setdefault(file.rpartition("/")[2].rpartition(".")[0], []).append(file)
        return found

    def _sources(self, site: Site) -> Iterator[tuple[Folder, str, str]]:
        """The files of pages: the folder that places each, its path, and the path by which it is placed."""
        excluded = Patterns([each for each in site.excluded if each.strip()], skip_bad=True)
        for folder in (*site.content, *site.copies):
            for file in self._pages(site, folder, excluded):
                yield folder, file, file
        for folder in site.fetched:
            if folder.pattern and not isinstance(self._tree.find(parts(folder.path)), Missing):
                yield folder._replace(path="", pattern=""), folder.path, folder.pattern

    @cached_property
    def _contents(self) -> frozenset[Names]:
        return frozenset(parts(each.path) for every in self._sites for each in every.content)

    def _pages(self, site: Site, folder: Folder, excluded: Patterns) -> Iterator[str]:
        """The files below a folder that may become pages; folders of other content are left out."""
        others = self._contents
        waiting = [parts(folder.path)]
        while waiting:
            names = waiting.pop()
            below = names[len(parts(folder.path)) :]
            prefix = "".join(f"{name}/" for name in names)
            entries = sorted((self._tree.entries(names) or {}).items())
            if below and site.detail("bundles") and any(_BUNDLE.fullmatch(name) for name, _ in entries):
                entries = [(name, kind) for name, kind in entries if _BUNDLE.fullmatch(name)]
            for name, kind in entries:
                if name.startswith(".") or name in _UNLISTED:
                    continue
                if kind == "folder":
                    if (*names, name) not in others and not (excluded and excluded.covers((*below, name))):
                        waiting.append((*names, name))
                elif name in site.adapters:
                    self._adapted.add(f"{site.base}{folder.address}/{'/'.join(below)}".rstrip("/").lower() + "/")
                elif name.lower().endswith(site.endings) and not (excluded and excluded.covers((*below, name))):
                    yield prefix + name

    def _of_other(self, site: Site, file: str) -> Mapping[str, Sequence[str]]:
        """The same fields of a page that is no governed document."""
        if not site.named or file in self._documents:
            return {}
        from meminit.documents.outsider import fields  # noqa: PLC0415 - reads; seldom wanted

        return fields(self._tree, parts(file), site.named)


def _by_name(pairs: Sequence[tuple[str, str]]) -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def redirects(site: Site) -> Iterator[tuple[str, str]]:
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
