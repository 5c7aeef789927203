"""Finds out what addresses of a site mean in the repository, by trying what would lead to files."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.surveying.evidence import Share, ancestors, is_below, is_sayable
from meminit.surveying.fields import LEAST_EVIDENCE

ROUTE_SHARE = 0.9  # of the addresses that begin alike must lead to something for a route to be theirs
_MOST_IGNORED = 50
_MOST_LOST = 20  # beginnings of addresses that are listed
_LEAST_OF_PART = 20  # addresses that lead to pages, for a part of a site to be told from the rest
_DEEPEST_PART = 6  # names of an address
_MOST_PARTS = 10
_DEEPEST_ROUTE = 3  # names of an address that a route may begin with
_MOST_LEADS = 20  # languages or versions of a site; each needs a route
_MOST_BELOW = 20  # folders in the docs root that are tried as the top of the site, such as those of languages
_ENDINGS = (".md", ".mdx")  # that a route adds
_LONGEST_NAME = 100  # characters of the first name of an address
_PUBLIC = ("static", "public", "website/static")  # folders whose files are at the top of the site
NAMING = ("slug", "permalink", "url", "aliases")  # fields that say where a page is put
_MOST_STRIPPED = 3  # names of an address before the value of a field, such as a language or section
_SPECIAL = re.compile(r"([\\*?\[\]!# ])")
_BRACES = re.compile(r"[{}]")


class Sited(NamedTuple):
    """`site_root` and `routes` as in a configuration, and the share of addresses that lead to something with them.

    `ignored` has the patterns of addresses none of which leads to anything, and how many addresses each has; `lost` has
    the beginnings of the other addresses that lead to nothing, which a check reports.
    """

    site_root: str
    routes: Mapping[str, str]
    leading: Share
    ignored: Mapping[str, int]
    lost: Mapping[str, int] = {}


class Ground(NamedTuple):
    """What addresses can lead to: files, the docs root, names of index pages, and values of fields that name pages."""

    files: AbstractSet[str]
    root: str
    indices: tuple[str, ...]
    named: Mapping[str, Collection[str]]

    @property
    def every_name(self) -> AbstractSet[str]:
        """The names of all files, without their endings, and of all folders."""
        names = {name for path in self.files for name in path.split("/")}
        return names | {name.partition(".")[0] for name in names}

    def names_in(self, folders: Iterable[str]) -> AbstractSet[str]:
        """The names of files, without their endings, and of folders right in these folders."""
        tops = {f"{each}/" if each else "" for each in folders}
        names = {_first(path[len(top) :]) for top in tops for path in self.files if path.startswith(top)}
        return names | {name.partition(".")[0] for name in names}

    @property
    def folders(self) -> AbstractSet[str]:
        return {above for folder in {path.rpartition("/")[0] for path in self.files} for above in ancestors(folder)}

    def is_file(self, path: str) -> bool:
        return path in self.files

    def is_page(self, path: str) -> bool:
        """Whether a route would lead there: to the path itself, to it with .md, or to the index page of a folder."""
        path = path.strip("/")
        return path in self.files or any(path + each in self.files for each in _ENDINGS) or self._has_index(path)

    def _has_index(self, folder: str) -> bool:
        base = f"{folder}/" if folder else ""
        return any(base + each in self.files for each in self.indices)


def sited(site: Counter[str], ground: Ground) -> Sited:
    """The settings with which most addresses lead to something; without any, a check reports them."""
    if not site:
        return Sited("", {}, Share(0, 0), {})
    bases = _bases(ground)
    base = max(bases, key=lambda base: sum(1 for path in site if ground.is_page(base + path)))
    is_routed = not _BRACES.search(base)  # they mean something else in a route
    folders = ground.folders
    exact = {path for path in site if (there := (base + path).strip("/")) in folders or ground.is_file(there)}
    pages = exact | {path for path in site if ground.is_page(base + path)}
    usable = [each for each in bases if not _BRACES.search(each)]
    leads = _leads(site.keys() - pages, [base, *usable], ground) if is_routed else {}
    led = {path for path in site if _divided(path, 1)[0] in leads}
    own = site.keys() - led
    is_rooted = bool(exact) and Share(len(exact - led), len(own)).is_at_least(ROUTE_SHARE)
    parts = _Parts({}, {}, set())
    if is_routed and not is_rooted:
        parts = _parts(own, pages - led, base, usable, ground)
    by_path = parts.routes
    if not is_rooted:
        pages = parts.led
    routes = by_path | {f"{lead}/{{page}}": f"path:{_below(own)}{{page}}" for lead, own in sorted(leads.items())}
    pages |= {path for path in led if ground.is_page(_stripped(path, leads[_divided(path, 1)[0]]))}
    named = _by_field(site.keys() - pages, ground)
    if named:
        routes[f"{named.lead}/{{{named.field}}}"] = f"field:{named.field}"
        pages |= named.paths
    leading = Share(sum(site[path] for path in pages), site.total())
    ignored = {**_ignored(site, pages, ground), **{_pattern(each): count for each, count in parts.lost.items()}}
    if named and named.parts:
        ignored = {**ignored, **_all_but(named.lead, named.parts, site)}
    return Sited(base if is_rooted else "", routes, leading, ignored, _lost(site, pages, ignored))


def _bases(ground: Ground) -> list[str]:
    """The folders that addresses may lead to something from; "" is the top of the repository."""
    sizes = Counter(_first(path[len(ground.root) :]) for path in ground.files if is_below(path, ground.root))
    largest = sorted(sizes, key=lambda each: (-sizes[each], each))[:_MOST_BELOW]
    below = [f"{_below(ground.root)}{each}" for each in largest if each not in ground.indices]
    folders = [*reversed(ancestors(ground.root)), *_PUBLIC, *below]
    return ["", *dict.fromkeys(each for each in folders if is_sayable(each))]


class _Parts(NamedTuple):
    """Routes for parts of a site, how many addresses there are in parts that lie elsewhere, and those with a route."""

    routes: dict[str, str]
    lost: dict[str, int]
    led: set[str]


def _parts(site: Collection[str], pages: AbstractSet[str], base: str, bases: Sequence[str], ground: Ground) -> _Parts:
    """One route for all addresses if nearly all lead to something, else one for each part of the site."""
    if Share(len(pages), len(site)).is_at_least(ROUTE_SHARE) and len({_first(path) for path in pages}) > 1:
        return _Parts({"/{page}": f"path:{_below(base)}{{page}}"}, {}, set(pages))
    found, folders = _Parts({}, {}, set()), ground.folders
    waiting = [("", list(site))]
    while waiting and len(found.routes) < _MOST_LEADS:
        above, paths = waiting.pop()
        groups: dict[str, list[str]] = {}
        for path in paths:
            groups.setdefault(_divided(path, above.count("/") + 1)[0], []).append(path)
        for part, inside in sorted(groups.items()):
            if (
                not _BRACES.search(part)
                and is_sayable(part[1:])
                and _is_divided(part, inside, bases, ground, folders, found)
            ):
                waiting.append((part, inside))
    return found


def _is_divided(
    part: str, inside: Sequence[str], bases: Sequence[str], ground: Ground, folders: AbstractSet[str], found: _Parts
) -> bool:
    """Notes where the addresses of a part lead; True where its own parts have to tell."""
    led, base = max(((_led(inside, each, ground), each) for each in bases), key=lambda pair: len(pair[0]))
    depth = part.count("/")
    if Share(len(led), len(inside)).is_at_least(ROUTE_SHARE):
        if any(path != part for path in led) and not all(not base and ground.is_file(path[1:]) for path in led):
            found.routes[f"{part}/{{page}}"] = f"path:{_below(base)}{part[1:]}/{{page}}"
        found.led.update(led)
    elif len(inside) >= LEAST_EVIDENCE:
        if led or any((each + part).strip("/") in folders for each in bases):
            return depth < _DEEPEST_ROUTE
        if depth > 1:
            found.lost[part] = len(inside)
    return False


def _led(paths: Iterable[str], base: str, ground: Ground) -> list[str]:
    return [path for path in paths if ground.is_page(base + path)]


def _pattern(part: str) -> str:
    return "".join(f"/{_escaped(name)}" for name in part[1:].split("/"))


def _below(base: str) -> str:
    return f"{base}/" if base else ""


def _leads(left: Iterable[str], bases: Sequence[str], ground: Ground) -> Mapping[str, str]:
    """First names that are left out of the path, such as those of languages or versions, and where the rest leads."""
    asked: dict[str, list[str]] = {}
    for path in left:
        lead, rest = _divided(path, 1)
        if rest and len(lead) <= _LONGEST_NAME and lead.isprintable() and not _BRACES.search(lead):
            asked.setdefault(lead, []).append(path)
    found: dict[str, tuple[int, str]] = {}
    for lead, paths in asked.items():
        counts = [(sum(ground.is_page(_stripped(path, base)) for path in paths), base) for base in bases]
        led, base = max(counts, key=lambda pair: pair[0])
        if led >= LEAST_EVIDENCE and Share(led, len(paths)).is_at_least(ROUTE_SHARE):
            found[lead] = led, base
    most = sorted(found, key=lambda each: (-found[each][0], each))[:_MOST_LEADS]
    return {lead: found[lead][1] for lead in most}


def _stripped(path: str, base: str) -> str:
    return f"{base}/{_divided(path, 1)[1]}"


class _Named(NamedTuple):
    """`parts` are the beginnings of the addresses of which nearly all lead to pages, where the others do not."""

    field: str
    lead: str
    paths: AbstractSet[str]
    parts: tuple[str, ...] = ()


def _by_field(left: AbstractSet[str], ground: Ground) -> _Named | None:
    """The field whose values are the rest of most addresses after their first names."""
    for field in NAMING if len(left) >= LEAST_EVIDENCE else ():
        values = {each.strip("/") for each in ground.named.get(field, ())} - {""}
        for depth in range(_MOST_STRIPPED + 1 if values else 0):
            found: dict[str, set[str]] = {}
            for path in left:
                lead, rest = _divided(path, depth)
                if rest in values:
                    found.setdefault(lead, set()).add(path)
            lead = max(found, key=lambda each: (len(found[each]), each), default="")
            paths = found.get(lead, set())
            is_written = len(lead) <= _LONGEST_NAME and lead.isprintable() and not _BRACES.search(lead)
            if is_written and Share(len(paths), len(left)).is_at_least(ROUTE_SHARE):
                return _Named(field, lead, paths)
            parts = _clear_parts(left, paths, lead) if is_written and len(paths) >= _LEAST_OF_PART else ()
            if parts:
                return _Named(field, lead, paths, parts)
    return None


def _clear_parts(asked: Iterable[str], led: AbstractSet[str], lead: str) -> tuple[str, ...]:
    """The shortest beginnings of addresses of which nearly all lead to pages: other parts of a site are elsewhere."""
    sizes: Counter[str] = Counter()
    leading: Counter[str] = Counter()
    for path in asked:
        for above in ancestors(path.strip("/"))[::-1][:_DEEPEST_PART]:
            if f"/{above}".startswith(f"{lead}/"):
                sizes[above] += 1
                leading[above] += path in led
    clear = [
        each
        for each, count in leading.items()
        if count >= _LEAST_OF_PART and Share(count, sizes[each]).is_at_least(ROUTE_SHARE)
    ]
    found: list[str] = []
    for each in sorted(clear, key=lambda each: (each.count("/"), each)):
        if is_sayable(each) and not any(is_below(each, above) for above in found):
            found.append(each)
    return tuple(found[:_MOST_PARTS])


def _all_but(lead: str, parts: Iterable[str], site: Mapping[str, int]) -> Mapping[str, int]:
    """Patterns that ignore all addresses below the lead except these parts, and how many each ignores."""
    lines: dict[str, int] = {}
    for part in parts:
        names = part.split("/")
        for depth in range(len(names)):
            above = "".join(f"/{_escaped(name)}" for name in names[:depth])
            if depth:
                lines.setdefault(f"{above}/*", 0)
            if depth or len(names) == 1:
                lines.setdefault(f"!{above}/{_escaped(names[depth])}", 0)
    every = sorted(lines, key=lambda line: (line.count("/"), line.startswith("!")))
    lost = sum(n for path, n in site.items() if path.startswith(f"{lead}/") and not _is_in(path, parts))
    return {line: lost if number == 0 else 0 for number, line in enumerate(every)}


def _is_in(path: str, parts: Iterable[str]) -> bool:
    return any(is_below(path.strip("/"), part) for part in parts)


def _escaped(name: str) -> str:
    return _SPECIAL.sub(r"\\\1", name)


def _divided(path: str, depth: int) -> tuple[str, str]:
    names = path.strip("/").split("/")
    lead = "".join(f"/{name}" for name in names[:depth])
    return lead, "/".join(names[depth:])


def _ignored(site: Mapping[str, int], led: AbstractSet[str], ground: Ground) -> Mapping[str, int]:
    """Patterns for addresses for which nothing in the repository can answer: other parts of the site.

    No file or folder has their first name; of single pages, none at a top of the site. An address that fails deeper
    may lead to something that was renamed, so a check reports it.
    """
    leading = {_first(path) for path in led}
    known, tops = leading | ground.every_name, leading | ground.names_in(_bases(ground))
    lost: Counter[str] = Counter()
    for path, count in site.items():
        name = _first(path)
        if (
            name not in (known if "/" in path.strip("/") else tops)
            and len(name) <= _LONGEST_NAME
            and name.isprintable()
        ):
            lost[name] += count
    usual = [(name, count) for name, count in lost.items() if count >= LEAST_EVIDENCE]
    most = sorted(usual, key=lambda each: (-each[1], each[0]))[:_MOST_IGNORED]
    return {f"/{_escaped(name)}": count for name, count in most}


def _lost(site: Mapping[str, int], led: AbstractSet[str], ignored: Iterable[str]) -> Mapping[str, int]:
    """The addresses that lead to nothing and are not ignored, by their first two names, the most frequent first."""
    if any(pattern.startswith("!") for pattern in ignored):
        return {}  # all that is not ignored leads to something, or nearly
    patterns = tuple(ignored)
    counts: Counter[str] = Counter()
    for path, count in site.items():
        beginning = _divided(path, 2)[0] or path
        is_ignored = any(_pattern(path) == each or _pattern(path).startswith(f"{each}/") for each in patterns)
        if path not in led and not is_ignored and len(beginning) <= _LONGEST_NAME and beginning.isprintable():
            counts[beginning] += count
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0]))[:_MOST_LOST])


def _first(path: str) -> str:
    return path.strip("/").partition("/")[0]
