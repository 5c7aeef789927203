"""Says by their text alone which lookups may have other answers since some files came, went or changed.

It errs on one side only: a lookup that it leaves out has the answer that it had before, but for a guess of what was
meant. So a few files that change cost no look at all other links.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from meminit.config.settings import Links, Route, parts
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Found, Tree, folded
from meminit.linking.catalogs import is_in_catalog
from meminit.linking.targets import Lookup, Understanding, address, resolved
from meminit.linking.translations import without_language
from meminit.model.open_set import INCLUSION
from meminit.model.summary import Summary, is_path
from meminit.sources.files import Names

# What decides about links, and is neither a document nor a target of them.
_DECIDING = frozenset({".gitignore", ".gitmodules"})
_LINES = "plain=1"  # asks for lines of a document, which its anchors do not show
_ESCAPED = "\\\n\x7f"  # what lookups hold in another form
_SHORTENED = "\0"
_DEEP = 2  # steps from what is named to a file that stands for it
_STEPS = frozenset({"", ".", ".."})


class Changed(NamedTuple):
    """The files that came, went or changed, the folders before and afterwards, and values that address the files."""

    files: Iterable[str]
    before: Tree
    after: Tree
    named: Iterable[str] = ()


class Affected:
    def __init__(self, changed: Changed, links: Links, files: Iterable[str]) -> None:
        self._links = links
        self._understanding = Understanding(files)
        self._paths: set[str] = set()
        self._names: set[str] = set()  # of the last names of paths, and these up to each dot
        self._symbolic = tuple({folded("/".join(names)) for names in _symbolic(changed)})
        self._has_odd_routes = not all(map(_is_plain, links.routes))
        for names in map(parts, changed.files):
            self._add(names)
            self._add_folders(names, changed)
        for path in (*self._symbolic, *changed.named):
            self._add_name(_last(path))
        self._names.update([_last(each.shape.texts[-2]) for each in self._by_path if _top(each) in self._names])
        stems = {name.partition(".")[0] for name in self._names}
        is_odd = any(not stem.isascii() or not set(stem).isdisjoint(_ESCAPED) for stem in stems)
        self._marks = ("",) if is_odd else tuple(stems)

    @property
    def _reads_folders(self) -> bool:
        """Whether an address of a folder may mean any file in it."""
        return any(each.path is not None and "/" in each.path.texts[-1] for each in self._by_path)

    @property
    def _by_path(self) -> Iterator[Route]:
        return (each for each in self._links.routes if each.path is not None and each.shape.names)

    def _add_folders(self, names: Names, changed: Changed) -> None:
        if names and (names[-1] in self._links.index_names or self._reads_folders):
            self._add(names[:-1])
        for depth in range(1, len(names)):
            if _is_folder(changed.before, names[:depth]) != _is_folder(changed.after, names[:depth]):
                self._add(names[:depth])

    def _add(self, names: Names) -> None:
        path = folded("/".join(names))
        self._paths.add(path)
        if path.endswith(MARKDOWN):
            self._paths.add(path.rpartition(".")[0])
        self._add_name(path.rpartition("/")[2])
        translated = without_language(names[-1]) if names else None
        if translated:  # links to that page may mean this one
            self._add((*names[:-1], translated))

    def _add_name(self, name: str) -> None:
        name = name.replace(" ", "-")
        self._names.update(name[:at] for at, each in enumerate(name) if each == ".")
        self._names.add(name)

    def documents(self, summaries: Sequence[Summary]) -> Iterator[int]:
        """The documents with such a lookup, by number."""
        marks, is_any = self._marks, self._has_odd_routes or "" in self._marks
        for number, summary in enumerate(summaries):
            text = summary.lookups
            if not is_any and text.isascii() and "%" not in text and _SHORTENED not in text:
                text = text.lower().replace(" ", "-")
                if not any(mark in text for mark in marks):
                    continue
            if any(map(self.may_be, summary.all_lookups())):
                yield number

    def may_be(self, lookup: str) -> bool:
        if is_path(lookup):
            return self._is_path(lookup.partition("#")[0])
        asked = self._understanding.of(lookup)
        return asked is not None and self._names_it(asked)

    def _is_path(self, path: str) -> bool:
        path = folded(path)
        return path in self._paths or (bool(self._symbolic) and path.startswith(self._symbolic))

    def _names_it(self, asked: Lookup) -> bool:
        path = asked.target.partition("#")[0] if asked.kind == "wiki" else address(asked.target).path
        last = path.rstrip("/").rpartition("/")[2].strip()
        if path.startswith("/"):
            if self._has_odd_routes or last in _STEPS:
                return True
        elif last in _STEPS:
            names = resolved(parts(asked.folder), path)
            return names is not None and self._is_path("/".join(names))
        return folded(last).replace(" ", "-") in self._names


def are_clear(files: Collection[str], links: Links, summaries: Iterable[Summary]) -> bool:
    """Whether what these files change about links can be told so at all."""
    if (
        links.sites
        or any(map(is_in_catalog, files))
        or not _DECIDING.isdisjoint(each.rpartition("/")[2] for each in files)
    ):
        return False
    return not any(_LINES in each.lookups or INCLUSION in (each.anchors or "") for each in summaries)


def _is_plain(route: Route) -> bool:
    """Whether the last name of an address is that of the file or folder, or of the value, that it stands for."""
    texts, names = route.shape
    if not names or texts[-1].strip("/") or not texts[-2].endswith("/"):
        return False
    if route.path is None:
        return route.name == names[-1]
    if route.path.names[-1:] != names[-1:]:
        return False
    before, behind = route.path.texts[-2:]
    return before[-1:] in {"", "/"} and behind[:1] in {"", ".", "/"} and behind.count("/") < _DEEP


def _top(route: Route) -> str:
    """The last name of what an address leads to that ends before the last name of its shape."""
    return _last(route.path.texts[-2]) if route.path and route.path.names else ""


def _last(path: str) -> str:
    return folded(path.strip("/").rpartition("/")[2])


def _symbolic(changed: Changed) -> Iterator[Names]:
    for tree in (changed.before, changed.after):
        yield from (names for names, kind in tree.listed() if kind == "link")


def _is_folder(tree: Tree, names: Names) -> bool:
    found = tree.find(names)
    return isinstance(found, Found) and found.is_folder
