"""Finds the folders that hold the documents, by their share of what looks like documents, and what is left out."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from meminit.surveying.evidence import Seen, Share, ancestors, counts_below, is_below, is_sayable

_PART = "parts of pages"
_PARTS = ("_includes", "_layouts", "_partials", "_fragments", "_snippets", "_components", "_shared")
# Markdown in these is no documentation, wherever they are: it comes from elsewhere, is data of tests, or a part.
NEVER_DOCS: Mapping[str, str] = {
    **dict.fromkeys(("node_modules", "bower_components", "third_party", "site-packages", "_vendor"), "from elsewhere"),
    **dict.fromkeys(("testdata", "test_data", "test-data", "fixtures", "__fixtures__", "spec-fixtures", "testsuite",
                     "__tests__", "__snapshots__", "__mocks__"), "test data"),
    **dict.fromkeys(_PARTS, _PART),
    "_site": "made by a program",
}  # fmt: skip
_NAMES_OF_PARTS = frozenset(
    {"snippets", "snippet", "includes", "include", "partials", "fragments", "shared", "reusables"}
)
# The same, but for folders of documentation: there these are names of chapters.
SELDOM_DOCS: Mapping[str, str] = {
    **dict.fromkeys(("test", "tests", "e2e", "cases", "mocks"), "test data"),
    **dict.fromkeys(("examples", "example", "samples", "sample", "demo", "demos"), "examples"),
    **dict.fromkeys(("templates", "template", "archetypes", "layouts"), "templates"),
    **dict.fromkeys(("build", "dist", "out", "target"), "made by a program"),
    "vendor": "from elsewhere",
}
# Data of tests, where a folder with the other name is beside it.
_PAIRS: Mapping[str, str] = {
    "good": "bad", "bad": "good", "fixed": "bad", "valid": "invalid", "invalid": "valid",
    "pass": "fail", "fail": "pass", "positive": "negative", "negative": "positive",
}  # fmt: skip
# Usual names of folders of documentation.
DOCS_NAMES = frozenset({
    "doc", "docs", "documentation", "content", "wiki", "handbook", "manual", "knowledge-base", "guide", "guides",
})  # fmt: skip
# Files of nearly every repository and package; one of them alone in its folder is no documentation.
COMMUNITY = frozenset({
    "readme", "changelog", "contributing", "license", "security", "code_of_conduct", "notice", "agents", "claude",
    "support", "governance", "maintainers", "authors", "history", "contributors", "changes",
})  # fmt: skip
_AS_IT_IS = "the site shows them as they are"
_UNLISTED = "versions that the site does not show"
_VERSIONS = "versioned_docs"  # the folder of the versions that Docusaurus keeps
_OF_REPOSITORY = "as every repository has them"
_OF_FOLDERS = "read-me files without front matter"
_ELSEWHERE = "in no docs root"
_MOST_BARE = 20  # read-me files; if there are more, they are documents of another kind
_ENOUGH = 0.95  # of what looks like documents has to be in the docs roots
_NEARLY_ALL = 0.99  # of a folder's documents are in one folder in it, which then takes its place
_MOST = 0.75  # of the Markdown files; if so many have front matter, the others do not decide
_FEW = 0.5  # of the documents; if more lie alone in their folders, these are documents as well
_MOST_ROOTS = 5  # each needs a table in the configuration; where more are needed, the whole repository is one root
_WRAPPED = frozenset({"src", "source", "pages"})
_LANGUAGE = re.compile(r"[a-z]{2}(-[a-z]{2,4})?")
_LEAST = 3  # documents of a root beside others
# Usual names of folders of code: what these hold is divided as code is, and not in chapters.
_OF_CODE = frozenset(
    {"packages", "crates", "src", "lib", "libs", "apps", "code", "modules", "plugins", "internal", "pkg"}
)


class Root(NamedTuple):
    """A folder of documents, and how many it has."""

    path: str
    documents: int


class LeftOut(NamedTuple):
    """Markdown files that are no documents: the folder or file, how many they are, and why."""

    path: str
    files: int
    reason: str


class Division(NamedTuple):
    """The docs roots, the largest first; what is left out; and the documents below the roots."""

    roots: tuple[Root, ...]
    left: tuple[LeftOut, ...]
    documents: tuple[Seen, ...]


class OfSite(NamedTuple):
    """The folders of a site: those of its pages, where all is documentation, those of files that it shows as they are,
    and those of its configuration, where all else is what makes it.
    """

    content: Sequence[str] = ()
    static: Sequence[str] = ()
    tops: Sequence[str] = ()

    def makes(self, path: str) -> bool:
        return any(is_below(path, top) for top in self.tops)


def division(every: Sequence[Seen], site: OfSite) -> Division:
    paired, content = _paired(every), site.content
    reasons: list[tuple[str, str] | None] = [_reason(each, site, paired) for each in every]
    if all(reason and reason[1] != _OF_REPOSITORY for reason in reasons) or all(
        reason and reason[1] == _OF_REPOSITORY for reason in reasons
    ):
        reasons = [None] * len(every)  # whatever their folders are called: there are no others
    likely = [each for each, reason in zip(every, reasons, strict=True) if reason is None]
    bare = [each.path for each in likely if not each.fields and _is_community(each)] if _is_fronted(likely) else []
    if 0 < len(bare) <= _MOST_BARE:  # where front matter is the rule, these are for readers of the repository
        reasons = [
            (each.path, _OF_FOLDERS) if each.path in bare else reason
            for each, reason in zip(every, reasons, strict=True)
        ]
        likely = [each for each in likely if each.path not in bare]
    if _is_fronted(likely):  # what has none is put into others
        reasons = [
            (f"{each.folder}/", _PART) if reason is None and not each.fields and _is_part(each, content) else reason
            for each, reason in zip(every, reasons, strict=True)
        ]
        likely = [each for each, reason in zip(every, reasons, strict=True) if reason is None]
    paths = covering([each.path for each in _counting(likely)], content)
    if paths == ("",) and not _is_fronted(likely):  # nothing sets these files apart from the others
        reasons = [None if reason and reason[1] == _OF_REPOSITORY else reason for reason in reasons]
    if "" not in paths:  # below a docs root, these are names of chapters
        chapters = tuple(f"{path}/" for path in paths if _has_chapters(path, content))
        reasons = [
            None
            if reason and _is_seldom(reason[0]) and each.path.startswith(chapters) and not site.makes(each.path)
            else reason
            for each, reason in zip(every, reasons, strict=True)
        ]
    below = tuple(path and f"{path}/" for path in paths)
    documents, left = [], Counter[tuple[str, str]]()
    for each, reason in zip(every, reasons, strict=True):
        if reason is None and paths and each.path.startswith(below):
            documents.append(each)
        else:
            left[reason or _reason(each, site, paired) or ("", _ELSEWHERE)] += 1
    counts = Counter(deepest(each.path, paths) for each in documents)
    roots = sorted((Root(path, counts[path]) for path in paths), key=_order)
    named = (LeftOut(path, count, reason) for (path, reason), count in sorted(left.items(), key=_most_first))
    return Division(tuple(roots), tuple(named), tuple(documents))


def _order(root: Root) -> tuple[int, int, str]:
    return -root.documents, root.path.count("/"), root.path


def _most_first(each: tuple[tuple[str, str], int]) -> tuple[int, tuple[str, str]]:
    return -each[1], each[0]


def deepest(path: str, roots: Iterable[str]) -> str:
    return max((root for root in roots if is_below(path, root)), key=len, default="")


def _paired(every: Iterable[Seen]) -> AbstractSet[str]:
    """The folders of test data that two names beside each other show."""
    folders = {above.lower() for each in {each.folder for each in every} for above in ancestors(each)}
    found = set()
    for folder in folders:
        above, _, name = folder.rpartition("/")
        if name in _PAIRS and f"{above}/{_PAIRS[name]}".lstrip("/") in folders:
            found.add(folder)
    return found


def _reason(each: Seen, site: OfSite, paired: AbstractSet[str]) -> tuple[str, str] | None:
    """Why a file is no document, and the name that shows it; None for a document."""
    if any(is_below(each.path, folder) for folder in site.content):
        return next(
            ((_upto(each.folder, depth), _PART) for depth, name in enumerate(each.folder.split("/")) if name in _PARTS),
            None,
        )
    shown = _reason_of_site(each.path, site.content, site.static)
    if shown is not None:
        return shown
    names = each.folder.lower().split("/") if each.folder else []
    is_docs, makes = False, site.makes(each.path)
    for above in ancestors(each.folder.lower())[::-1] if paired else ():
        if above in paired:
            return _upto(each.folder, above.count("/")), "test data"
    for depth, name in enumerate(names):
        if name in NEVER_DOCS:
            return _upto(each.folder, depth), NEVER_DOCS[name]
    for depth, name in enumerate(names):
        if name in SELDOM_DOCS and not is_docs:
            return _upto(each.folder, depth), SELDOM_DOCS[name]
        is_docs = not makes and (is_docs or name in DOCS_NAMES)
    return (each.name, _OF_REPOSITORY) if not names and _is_community(each) else None


def _reason_of_site(path: str, content: Sequence[str], static: Sequence[str]) -> tuple[str, str] | None:
    for folder in static:
        if is_below(path, folder):
            return f"{folder}/", _AS_IT_IS
    for folder in {above for each in content if (above := each.rpartition("/")[0]).endswith(_VERSIONS)}:
        if is_below(path, folder):
            return f"{folder}/{path[len(folder) + 1 :].partition('/')[0]}/", _UNLISTED
    return None


def _has_chapters(root: str, content: Sequence[str]) -> bool:
    """Whether the folders in a docs root are chapters; beside the pages of a site only those of documentation are."""
    return _is_docs(root) if content else root.rpartition("/")[2].lower() not in _OF_CODE


def _is_seldom(path: str) -> bool:
    return path.endswith("/") and path.rstrip("/").rpartition("/")[2].lower() in SELDOM_DOCS


def _upto(folder: str, depth: int) -> str:
    return "/".join(folder.split("/")[: depth + 1]) + "/"


def _is_fronted(likely: Sequence[Seen]) -> bool:
    """Whether front matter is the rule."""
    return Share(sum(1 for each in likely if each.fields), len(likely)).is_at_least(_MOST)


def _is_part(each: Seen, content: Sequence[str]) -> bool:
    if any(is_below(each.path, folder) for folder in content):
        return False  # a page of the site, like any other
    return not _NAMES_OF_PARTS.isdisjoint(each.folder.lower().split("/"))


def _is_community(each: Seen) -> bool:
    return each.name.partition(".")[0].lower() in COMMUNITY


def _counting(likely: Sequence[Seen]) -> Sequence[Seen]:
    """Those whose shares decide: with front matter where most have some, and not the read-me files of packages."""
    if _is_fronted(likely):
        return [each for each in likely if each.fields]
    sizes = Counter(each.folder for each in likely)
    alone = [each for each in likely if sizes[each.folder] == 1 and _is_community(each)]
    if not alone or Share(len(alone), len(likely)).is_at_least(_FEW):
        return likely
    taken = {each.path for each in alone}
    return [each for each in likely if each.path not in taken]


def covering(paths: Sequence[str], content: Sequence[str]) -> tuple[str, ...]:
    """The fewest folders that hold nearly all of the paths, and all of the content of a site; none for no paths."""
    if not paths:
        return ()
    inside = counts_below(Counter(path.rpartition("/")[0] for path in paths))
    below: dict[str, list[str]] = {}
    for folder in inside:
        below.setdefault(folder.rpartition("/")[0], []).append(folder)
    tops = sorted((each for each in below.get("", ()) if is_sayable(each)), key=lambda each: (-inside[each], each))
    chosen: list[str] = []
    while tops and not Share(sum(inside[each] for each in chosen), len(paths)).is_at_least(_ENOUGH):
        chosen.append(tops.pop(0))
    is_enough = Share(sum(inside[each] for each in chosen), len(paths)).is_at_least(_ENOUGH)
    if not is_enough or len(chosen) > _MOST_ROOTS or (len(chosen) > 1 and inside[chosen[-1]] < _LEAST):
        return ("",)
    narrowed = [_narrowed(each, inside, below) for each in chosen]
    for folder in content:
        if not any(is_below(folder, each) for each in narrowed):
            narrowed = [each for each in narrowed if not is_below(each, folder)] + [folder]
    return tuple(sorted(narrowed)) if len(narrowed) <= _MOST_ROOTS and "" not in narrowed else ("",)


def _narrowed(folder: str, inside: Mapping[str, int], below: Mapping[str, list[str]]) -> str:
    """The folder, or if it only wraps another one, that one."""
    while True:
        inner = (each for each in below.get(folder, ()) if Share(inside[each], inside[folder]).is_at_least(_NEARLY_ALL))
        whole = next(inner, None)
        if whole is None or not is_sayable(whole) or (_is_docs(folder) and not _is_wrapped(whole)):
            return folder
        folder = whole


def _is_docs(folder: str) -> bool:
    return folder.rpartition("/")[2].lower() in DOCS_NAMES


def _is_wrapped(folder: str) -> bool:
    """Whether a folder of documentation may hold nothing but this one, which is no chapter of it."""
    name = folder.rpartition("/")[2].lower()
    return name in DOCS_NAMES or name in _WRAPPED or _LANGUAGE.fullmatch(name) is not None
