"""Finds the folders that hold the documentation."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.surveying.evidence import Share, counts_below, is_sayable

# Usual names of the folder of documents.
DOCS_NAMES = frozenset({
    "doc", "docs", "documentation", "content", "wiki", "handbook", "manual", "knowledge-base", "_docs", "_posts",
})  # fmt: skip
# Markdown in these is not documentation: data of tests, and examples.
NOT_DOCS = frozenset({
    "test", "tests", "testdata", "fixtures", "__fixtures__", "spec-fixtures", "examples", "example", "samples",
    "templates", "cases",
})  # fmt: skip
# Files at the top of nearly every repository; alone they are not documentation.
COMMUNITY = frozenset({
    "readme", "changelog", "contributing", "license", "security", "code_of_conduct", "notice", "agents", "claude",
    "support", "governance", "maintainers", "authors", "history",
})  # fmt: skip
MOST_ROOTS = 50  # each needs a table in the configuration; if there are more, the whole repository is one root
_MOST_OF_ALL = 0.8  # of the documents; a folder with so many is the docs root, whatever its name is
_LANGUAGE = re.compile(r"[a-z]{2}(-[A-Za-z]{2,4})?")
_WRAPPERS = frozenset({"content", "src", "site", "website"})  # they hold a folder of documents, and little else


class Root(NamedTuple):
    """A folder of documents, and how many it has."""

    path: str
    documents: int


def roots(paths: Iterable[str]) -> tuple[Root, ...]:
    """The docs roots, the largest first; none if there is no documentation."""
    listed = list(paths)
    inside = counts_below(Counter(path.rpartition("/")[0] for path in listed))
    named = {root for folder in inside if (root := _named(folder))}
    below: dict[str, list[str]] = {}
    for folder in inside:
        below.setdefault(folder.rpartition("/")[0], []).append(folder)
    narrowed = {_narrowed(folder, inside, below) for folder in named}
    found = [Root(path, inside[path]) for path in narrowed if is_sayable(path)]
    if len(found) > MOST_ROOTS:
        return (Root("", len(listed)),)
    return tuple(sorted(found, key=_order)) or _unnamed(listed, inside)


def _order(root: Root) -> tuple[int, int, str]:
    return -root.documents, root.path.count("/"), root.path


def _named(folder: str) -> str | None:
    """The topmost folder on the way with a usual name of documentation."""
    names = folder.split("/")
    for depth, name in enumerate(names):
        lower = name.lower()
        if lower in NOT_DOCS:
            return None
        if lower in DOCS_NAMES:
            return "/".join(names[: depth + 1])
    return None


def _narrowed(folder: str, inside: Mapping[str, int], below: Mapping[str, list[str]]) -> str:
    """The folder, or if it only wraps another one, the folder in it that has all its documents."""
    while _is_wrapper(folder.rpartition("/")[2]):
        whole = next((each for each in below.get(folder, ()) if inside[each] == inside[folder]), "")
        name = whole.rpartition("/")[2]
        if not (_LANGUAGE.fullmatch(name) or name.lower() in DOCS_NAMES):
            return folder
        folder = whole
    return folder


def _is_wrapper(name: str) -> bool:
    return name.lower() in _WRAPPERS or _LANGUAGE.fullmatch(name) is not None


def _unnamed(paths: list[str], inside: Mapping[str, int]) -> tuple[Root, ...]:
    """The folder with most of all documents, or else the repository; files that every repository has do not count."""
    counting = [path for path in paths if _is_documentation(path)]
    if not counting:
        return ()
    likely = {folder: count for folder, count in inside.items() if not NOT_DOCS & set(folder.lower().split("/"))}
    proper = {folder: count for folder, count in likely.items() if is_sayable(folder)}
    full = [each for each, count in proper.items() if Share(count, len(counting)).is_at_least(_MOST_OF_ALL)]
    if full:
        best = max(full, key=lambda each: (-each.count("/"), proper[each]))
        return (Root(best, proper[best]),)
    return (Root("", len(paths)),)


def _is_documentation(path: str) -> bool:
    if NOT_DOCS & set(path.lower().split("/")[:-1]):
        return False
    return "/" in path or path.rpartition(".")[0].lower() not in COMMUNITY
