"""Tells what addresses of a site mean in the repository, by trying what would lead to files."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.surveying.evidence import Share, ancestors
from meminit.surveying.fields import LEAST_EVIDENCE

ROUTE_SHARE = 0.5  # of the addresses that begin alike must lead to something for a route to be theirs
_MOST_IGNORED = 50
_LONGEST_NAME = 100  # characters of the first name of addresses that are ignored
_PUBLIC = ("static", "public", "website/static")  # folders whose files generators put at the top of the site
_FIELDS = ("slug", "permalink", "url", "aliases")  # of the front matter, which say where a page is put
_MOST_STRIPPED = 3  # names of an address that may stand before what a field holds: a language, a section
_SPECIAL = re.compile(r"([\\*?\[\]!# ])")
_BRACES = re.compile(r"[{}]")


class Sited(NamedTuple):
    """`site_root` and `routes` as a configuration says them, with how many of the addresses lead to something;
    `ignored` are patterns of addresses of which none does, with how many there are."""

    site_root: str
    routes: Mapping[str, str]
    leading: Share
    ignored: Mapping[str, int]


class Ground(NamedTuple):
    """All that addresses can lead to: files, the docs root, index pages, and values of fields that name pages."""

    files: AbstractSet[str]
    root: str
    indices: tuple[str, ...]
    named: Mapping[str, Collection[str]]

    def is_file(self, path: str) -> bool:
        return path in self.files

    def is_page(self, path: str) -> bool:
        """As routes are followed: the path itself, then with its extension, then the page that stands for a folder."""
        path = path.strip("/")
        return path in self.files or f"{path}.md" in self.files or self._has_index(path)

    def _has_index(self, folder: str) -> bool:
        base = f"{folder}/" if folder else ""
        return any(base + each in self.files for each in self.indices)


def sited(site: Counter[str], ground: Ground) -> Sited:
    """The manner in which most addresses lead to something; where there is none, they are left to be told."""
    if not site:
        return Sited("", {}, Share(0, 0), {})
    base = _best_base(site, ground)
    pages = {path for path in site if ground.is_page(base + path)}
    exact = {path for path in site if ground.is_file((base + path).strip("/"))}
    routes: dict[str, str] = {}
    if pages - exact:
        routes.update(_by_path(site, pages, base))
    routes.update(_by_field(set(site) - pages, ground))
    led = pages | {path for path in site if _fits(path, routes) and path not in pages and _is_named(path, ground)}
    leading = Share(sum(site[path] for path in led), sum(site.values()))
    return Sited("" if routes or not exact else base.strip("/"), routes, leading, _ignored(site, led))


def _best_base(site: Iterable[str], ground: Ground) -> str:
    """The folder below which most addresses lead to something, with a slash before the address; "" for the top."""
    folders = [*reversed(ancestors(ground.root)), *_PUBLIC]
    bases = ["", *dict.fromkeys(folders)]
    paths = list(site)
    return max(bases, key=lambda base: sum(1 for path in paths if ground.is_page(base + path)))


def _by_path(site: Collection[str], pages: AbstractSet[str], base: str) -> Iterable[tuple[str, str]]:
    """One route for all addresses, or for those that begin with a certain name where no others lead anywhere."""
    below = f"{base}/" if base else ""
    if _BRACES.search(below):  # braces mean something else in a route
        return ()
    first = {_first(path) for path in pages}
    if len(first) > 1 or any("/" not in path[1:] for path in pages):
        return [("/{page}", f"path:{below}{{page}}")]
    name = next(iter(first))
    return [] if _BRACES.search(name) else [(f"/{name}/{{page}}", f"path:{below}{name}/{{page}}")]


def _by_field(left: Collection[str], ground: Ground) -> Iterable[tuple[str, str]]:
    """A route to the field that holds most of what stands behind the first names of the addresses."""
    if len(left) < LEAST_EVIDENCE:
        return
    for field in _FIELDS:
        values = {each.strip("/") for each in ground.named.get(field, ())} - {""}
        for depth in range(_MOST_STRIPPED + 1 if values else 0):
            leads = Counter(lead for path in left for lead, rest in [_divided(path, depth)] if rest in values)
            lead, count = leads.most_common(1)[0] if leads else ("", 0)
            if Share(count, len(left)).is_at_least(ROUTE_SHARE) and not _BRACES.search(lead):
                yield f"{lead}/{{{field}}}", f"field:{field}"
                return


def _divided(path: str, depth: int) -> tuple[str, str]:
    names = path.strip("/").split("/")
    lead = "".join(f"/{name}" for name in names[:depth])
    return lead, "/".join(names[depth:])


def _fits(path: str, routes: Mapping[str, str]) -> bool:
    return any(path.startswith(route.partition("{")[0]) for route in routes)


def _is_named(path: str, ground: Ground) -> bool:
    ends = {_divided(path, depth)[1] for depth in range(_MOST_STRIPPED + 1)}
    return any(not ends.isdisjoint(each.strip("/") for each in values) for values in ground.named.values())


def _ignored(site: Mapping[str, int], led: AbstractSet[str]) -> Mapping[str, int]:
    """Patterns for the addresses that begin with a name behind which nothing is there: other parts of the site."""
    leading = {_first(path) for path in led}
    lost: Counter[str] = Counter()
    for path, count in site.items():
        name = _first(path)
        if name not in leading and len(name) <= _LONGEST_NAME and name.isprintable():
            lost[name] += count
    ordered: Sequence[tuple[str, int]] = sorted(lost.items(), key=lambda each: (-each[1], each[0]))
    usual = [(name, count) for name, count in ordered if count >= LEAST_EVIDENCE]
    return {"/" + _SPECIAL.sub(r"\\\1", name): count for name, count in usual[:_MOST_IGNORED]}


def _first(path: str) -> str:
    return path.strip("/").partition("/")[0]
