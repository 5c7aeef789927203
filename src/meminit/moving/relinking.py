"""Finds the edits by which the links of a document lead to the same as before, once something has moved."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.config.settings import Route, parts
from meminit.documents.tree import folded
from meminit.linking import routes
from meminit.linking.following import Reached
from meminit.linking.targets import DOCUMENTS, Address, address, resolved
from meminit.model.link import Link, TargetPlace
from meminit.moving.places import Sources
from meminit.moving.spelling import Target
from meminit.moving.worlds import Worlds, folder_of
from meminit.sources.files import Names


class Relinked(NamedTuple):
    """A link, where its target stands, and what has to be written there."""

    link: Link
    place: TargetPlace
    target: str


class Left(NamedTuple):
    """A link that cannot be made to lead to what it led to, and why."""

    link: Link
    words: str


class _Wanted(NamedTuple):
    """What a link has to lead to, and how it did so far."""

    link: Link
    where: Address
    before: Reached
    names: Names  # what it has to lead to
    spelled: Names  # the path to that, which may lead through a symbolic link
    is_folder: bool
    holds: bool = False  # whether it will lead there without a change


class Relinking:
    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        self.moves = worlds.moves
        self._routes = [each for each in worlds.links.routes if each.path is not None]

    def of(self, links: Sequence[Link], file: str, text: str) -> Iterator[Relinked | Left]:
        """What becomes of the links of a file with this text; those that stay right as they are are left out."""
        new_file = self._worlds.moves.path(file)
        sources = Sources(text)
        for link in links:
            wanted = self._wanted(link, file, new_file)
            written = self._written(wanted, file, new_file, sources) if wanted else None
            if written:
                yield written

    def _wanted(self, link: Link, file: str, new_file: str) -> _Wanted | None:
        """None for a link that leads nowhere."""
        worlds, where = self._worlds, address(link.target)
        if not where.path and link.kind != "wiki":
            return None
        before = worlds.before.reached(link, file, where)
        if before is None:
            return None
        names, is_folder = worlds.moves.of(before.names), before.is_folder
        spelled = self._spelled(link, before, file, where)
        after = worlds.after.reached(link, new_file, where)
        if after and after.names == names and (after.spelling is None or before.spelling is not None):
            index = worlds.before.index(before.names) if is_folder and where.fragment else None
            if index is None or worlds.after.index(names) == worlds.moves.of(index):
                return _Wanted(link, where, before, names, spelled, is_folder, holds=True)
        if is_folder and (not worlds.after.is_folder(names) or (after and after.names == names)):
            index = worlds.before.index(before.names)
            names = spelled = worlds.moves.of(index) if index else names
            is_folder = index is None
        return _Wanted(link, where, before, names, spelled, is_folder)

    def _spelled(self, link: Link, before: Reached, file: str, where: Address) -> Names:
        """The path to what a link leads to, as it will be; through the same symbolic links, if they stay."""
        moves = self._worlds.moves
        base = () if where.path.startswith("/") else folder_of(file)
        written = resolved(base, where.path) if link.kind != "wiki" else None
        if written is None or where.path.startswith("/") or moves.of(before.names) != before.names:
            return moves.of(before.names)
        is_direct = folded("/".join(before.names)).startswith(folded("/".join(written)))
        return moves.of(before.names if is_direct else before.spelling or written)

    def _written(self, wanted: _Wanted, file: str, new_file: str, sources: Sources) -> Relinked | Left | None:
        """None for a link that stays as it is: it leads right, and is as short as it was."""
        if wanted.holds and not self._may_be_shorter(wanted, file, new_file):
            return None
        found = sources.source(wanted.link)
        if found is None:
            return None if wanted.holds else Left(wanted.link, "cannot be separated from the text around it")
        for path in self._candidates(wanted, found.target, file, new_file):
            target = path + found.target.rest if wanted.link.kind == "wiki" else found.target.with_path(path)
            written = sources.written(found, target)
            if written is not None and self._leads(wanted, found.target.meaning(target), new_file):
                return None if written == found.place.written else Relinked(wanted.link, found.place, written)
        return None if wanted.holds else Left(wanted.link, f"has no other form that leads to {'/'.join(wanted.names)}")

    def _may_be_shorter(self, wanted: _Wanted, file: str, new_file: str) -> bool:
        """Whether a target that was as short as can be has a shorter form now, which a move back would ask for."""
        path = wanted.where.path
        if wanted.link.kind == "wiki":
            path = wanted.link.target.partition("#")[0]
            depth = _depth(path)
            return depth > 1 and self._is_shortest(wanted, path, file, depth)
        if path.startswith("/") or folder_of(file) == folder_of(new_file):
            return False
        return path == self._shaped(wanted, path, _relative(wanted.before.names, folder_of(file)))

    def _leads(self, wanted: _Wanted, target: str, new_file: str) -> bool:
        after = self._worlds.after.reached(wanted.link._replace(target=target), new_file)
        return after is not None and after.names == wanted.names and after.spelling is None

    def _candidates(self, wanted: _Wanted, target: Target, file: str, new_file: str) -> Iterator[str]:
        """Paths that may lead there, in the manner of the old one first."""
        if wanted.link.kind == "wiki":
            yield from self._pages(wanted, target.path, file, new_file)
            return
        names_file = target.path.lower().endswith(DOCUMENTS)  # and continues to, wherever it counts from
        if not names_file and self._worlds.after.counts_from_address(wanted.link, target.path, new_file):
            yield from self._on_site(wanted, target.path, new_file)
        if target.path.startswith("/"):
            is_address = any(routes.matched(each, target.path) is not None for each in self._worlds.links.routes)
            if is_address:
                yield from self._addresses(wanted, target.path)
            yield self._shaped(wanted, target.path, self._from_top(wanted.spelled))
            if not is_address:
                yield self._shaped(wanted, target.path, _relative(wanted.spelled, folder_of(new_file)))
        else:
            for names in dict.fromkeys((wanted.spelled, wanted.names)):
                yield self._shaped(wanted, target.path, _relative(names, folder_of(new_file)))

    def _on_site(self, wanted: _Wanted, old: str, new_file: str) -> Iterator[str]:
        """Addresses on the site that is made from the documents, with a slash at the end where the old one had it."""
        there, here = self._worlds.after.address_of(wanted.names), self._worlds.after.address_of(parts(new_file))
        if there is None:
            return
        plain = there.rstrip("/") or "/"
        plain = plain if old.endswith(".html") else plain.removesuffix(".html")
        every = {each.base for each in self._worlds.links.sites if each.base}
        bases = sorted(each for each in every if f"{plain}/".startswith(f"{each}/"))
        forms = [plain] if old.startswith("/") else []
        if old.startswith("/"):
            has_base = any(f"{old}/".startswith(f"{each}/") for each in bases)
            forms = [plain, *(plain.removeprefix(each) or "/" for each in bases)][:: 1 if has_base else -1]
        elif here is not None:
            forms = [posixpath.relpath(plain, posixpath.dirname(here) or "/")]
        for each in forms:
            whole = each if each.startswith(("/", ".")) or not old.startswith("./") else f"./{each}"
            slashed = f"{whole.rstrip('/')}/"
            yield from (slashed, whole) if old.endswith("/") else (whole, slashed)

    def _from_top(self, names: Names) -> str:
        site = parts(self._worlds.links.site_root)
        return "/" + "/".join(names[len(site) :] if names[: len(site)] == site else names)

    def _shaped(self, wanted: _Wanted, old: str, path: str) -> str:
        """The path with what the old one had about it: a step to the folder itself, a slash, no extension."""
        if _is_bare(old, wanted.before.names) and not wanted.is_folder and path.endswith(".md"):
            path = path.removesuffix(".md")
        if wanted.is_folder and old.endswith("/") and not path.endswith("/"):
            path += "/"
        is_relative = not path.startswith("/")
        if is_relative and not path.startswith("."):
            first = path.partition("/")[0]
            if old.startswith("./") or ":" in first or not path:
                path = f"./{path}"
        return path

    def _addresses(self, wanted: _Wanted, old: str) -> Iterator[str]:
        """Addresses of the site that lead there by a route to a path; like the old one first."""
        for route in self._routes:
            values = routes.matched(route, old) or {}
            page = routes.filled(route.path, values) if values and route.path else ""
            for path in _pages_of(wanted.names, page, self._worlds.links.index_names):
                found = _turned(route, path, values)
                if found is not None:
                    slash = "/" if old.endswith("/") and not found.endswith("/") else ""
                    yield found + slash

    def _pages(self, wanted: _Wanted, old: str, file: str, new_file: str) -> Iterator[str]:
        """Names of the page, the shortest first, unless the old one was longer than it had to be."""
        depth = _depth(old)
        old_names = wanted.before.names
        ending = "." + old_names[-1].rpartition(".")[2]
        keeps_ending = old.strip().lower().endswith(ending.lower())
        has_blanks = " " in old.strip() and " " not in old_names[-1]
        names = wanted.names
        last = names[-1] if keeps_ending else names[-1].rpartition(".")[0] or names[-1]
        last = last.replace("-", " ") if has_blanks else last
        whole = (*names[:-1], last)
        least = 1 if self._is_shortest(wanted, old, file, depth) else depth
        for count in (*range(min(least, len(whole)), len(whole) + 1), *range(1, least)):
            yield "/".join(whole[-count:])
        if names[:-1][: len(folder_of(new_file))] == folder_of(new_file):
            yield "/".join(whole[len(folder_of(new_file)) :])

    def _is_shortest(self, wanted: _Wanted, old: str, file: str, depth: int) -> bool:
        """Whether fewer names would not have been enough."""
        shorter = "/".join(old.strip().split("/")[1:])
        if depth == 1 or not shorter:
            return True
        found = self._worlds.before.reached(wanted.link._replace(target=shorter), file)
        return found is None or found.names != wanted.before.names


def _relative(names: Names, folder: Names) -> str:
    return posixpath.relpath("/" + "/".join(names), "/" + "/".join(folder))


def _depth(page: str) -> int:
    """How many names `[[page]]` gives."""
    return len([each for each in page.strip().split("/") if each not in {"", "."}])


def _is_bare(path: str, names: Names) -> bool:
    """Whether a path leaves out the extension of the file that it leads to."""
    last = path.rpartition("/")[2]
    return bool(names) and last != "" and folded(f"{last}.md") == folded(names[-1])


def _pages_of(names: Names, old: str, index_names: Sequence[str]) -> list[str]:
    """The ways to name a file as the page of a site; the one that the old page took comes first."""
    whole = "/".join(names)
    ways = [whole]
    if whole.endswith(".md"):
        ways.insert(0, whole.removesuffix(".md"))
    if names and names[-1] in index_names:
        ways.insert(0, "/".join(names[:-1]))
    return sorted(ways, key=lambda each: each.endswith(".md") != old.endswith(".md"))


def _turned(route: Route, page: str, known: Mapping[str, str]) -> str | None:
    """The address of a page by a route; None for a page that no address of it leads to."""
    values = routes.matched(Route("", route.path), page) if route.path else None
    every = {**known, **(values or {})}
    return routes.filled(route.shape, every) if values is not None and every.keys() >= set(route.shape.names) else None
