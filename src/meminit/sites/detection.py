"""Finds out which site is made from the files of a repository, by the configurations of generators that lie there."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from heapq import nlargest
from importlib import import_module
from typing import NamedTuple

from meminit.sites.site import GENERATORS, MOST_ROOTS, NONE

_SAMPLES = re.compile(
    r"(?:^|/)(?:tests?|testdata|test_data|fixtures?|examples?|templates?|samples?|demos?|vendor|node_modules|third[_-]party"
    r"|__tests__|e2e|[^/]*[_-](?:template|example|fixtures?|test|sample)s?|test[_-][^/]*)(?:/|$)",
    re.IGNORECASE,
)
HIDDEN_CONFIGS = frozenset({".vitepress", ".vuepress"})  # hidden folders with the configuration of a generator
_PAGES = (".md", ".mdx", ".markdown")
_SHARE = 20  # a site beside another one has at least one page in so many of its
_FEWEST = 2
# A name that others use, too, and what a file of the generator holds.
_TELLING = {
    "starlight": re.compile(r"@astrojs/starlight|\bstarlight\s*\("),
    "hugo": re.compile(
        r"(?im)^\s*[\"']?(?:baseURL|languageCode|defaultContentLanguage|contentDir|title|theme)[\"']?\s*[:=]"
    ),
}
_PLAINLY = frozenset(
    {"docusaurus", "mdbook", "mkdocs", "vitepress", "vuepress"}
)  # known by the name of the configuration alone
_SURELY_HUGO = re.compile(r"(?:^|/)hugo\.(?:toml|ya?ml|json)$")


class Detected(NamedTuple):
    """A generator, the folders with its configuration, and how many Markdown files lie below its content."""

    generator: str
    roots: tuple[str, ...]
    pages: int


class _Site(NamedTuple):
    generator: str
    root: str
    pages: int


def detected(paths: Iterable[str], text_of: Callable[[str], str | None]) -> Detected | None:
    """The site that has the most pages, with those of the same generator beside it; None where there is none.

    `paths` are those of all files, relative to the repository; `text_of` gives what one of them holds.
    """
    every = list(paths)
    found = [each for each in _found(every, text_of) if not _SAMPLES.search(f"{each.root}/")]
    sites = [each for each in found if each.pages] or [each for each in found if each.generator in _PLAINLY][:1]
    if not sites:
        return None
    first = max(sites, key=lambda each: (each.pages, -each.root.count("/"), each.root == ""))
    beside = [
        each
        for each in sites
        if each.generator == first.generator and (each.pages * _SHARE >= first.pages or _are_siblings(each, first))
    ]
    most = nlargest(MOST_ROOTS, beside, key=lambda each: (each is first, each.pages))
    roots = sorted({each.root for each in most}, key=lambda root: (root != first.root, root))
    return Detected(first.generator, tuple(root or "." for root in roots), sum(each.pages for each in beside))


def _are_siblings(one: _Site, other: _Site) -> bool:
    """Whether their folders stand side by side, as those of languages do."""
    return bool(one.root and other.root) and one.root.rpartition("/")[0] == other.root.rpartition("/")[0]


def _found(paths: list[str], text_of: Callable[[str], str | None]) -> list[_Site]:
    names = {}
    for generator in GENERATORS:
        if generator != NONE:
            names.update(dict.fromkeys(import_module(f"meminit.sites.{generator}").CONFIGS, generator))
    endings = {name.rpartition("/")[2] for name in names}
    candidates: dict[tuple[str, str], str] = {}
    for path in paths:
        if path.rpartition("/")[2] not in endings:
            continue
        for name, generator in names.items():
            if path == name or path.endswith(f"/{name}"):
                candidates.setdefault((generator, path.removesuffix(name).rstrip("/")), path)
    pages = sorted(path for path in paths if path.lower().endswith(_PAGES))
    return [
        _Site(generator, root, _count(generator, root, pages, text_of))
        for (generator, root), path in candidates.items()
        if _is_of(generator, path, text_of)
    ]


def _is_of(generator: str, path: str, text_of: Callable[[str], str | None]) -> bool:
    telling = _TELLING.get(generator)
    if telling is None or _SURELY_HUGO.search(path):
        return True
    text = text_of(path)
    return text is not None and telling.search(text) is not None


def _count(generator: str, root: str, pages: list[str], text_of: Callable[[str], str | None]) -> int:
    """How many Markdown files lie below the content of the site."""
    from meminit.sites.load import load  # noqa: PLC0415 - it imports readers of configurations

    def read(path: str) -> bytes | None:
        text = text_of(path)
        return None if text is None else text.encode("utf-8", "surrogatepass")

    sites = load({"generator": generator, "root": [root or "."]}, read, "").sites
    tops = {each.path for site in sites for each in site.content}
    ranges = sorted((bisect_left(pages, f"{top}/"), bisect_left(pages, f"{top}0")) for top in tops)  # 0 follows /
    counted = reached = 0
    for start, end in [(0, len(pages))] if "" in tops else ranges:
        counted += max(end - max(start, reached), 0)
        reached = max(end, reached)
    return counted if counted >= _FEWEST or root else 0
