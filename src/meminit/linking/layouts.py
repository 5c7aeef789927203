"""Ids that the templates and components of a site give elements: they may be on any of its pages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from meminit.config.settings import parts
from meminit.documents.tree import Tree
from meminit.sites.site import Site
from meminit.sources import gate
from meminit.sources.files import Names

# Folders beside the configuration of a site in which generators, and those who use them, keep these.
_FOLDERS = (
    "src", ".vitepress", ".vuepress", "theme", "themes", "layouts", "_layouts", "_includes", "components", "overrides",
    "templates", "partials",
)  # fmt: skip
_ENDINGS = (".html", ".htm", ".vue", ".astro", ".tsx", ".jsx", ".ts", ".js", ".svelte", ".hbs", ".njk", ".liquid")
_PASSED_OVER = frozenset({"node_modules", "dist", "cache", "content", "static", "public", "assets"})
_ID = re.compile(r"(?:(?<![\w-])id|I[dD])\s*+[=:]\s*+(?:\{\s*+)?[\"'`]([^\"'`\s{}<>]{1,100})[\"'`]")
_MOST_FILES = 2_000
_LARGEST = 200_000  # bytes of a file; a larger one is made by a program


class Layouts:
    def __init__(self, tree: Tree, sites: Sequence[Site]) -> None:
        self._tree = tree
        self._sites = sites

    def have_any(self, ids: Iterable[str]) -> bool:
        return bool(self._sites) and not self._ids.isdisjoint(ids)

    @cached_property
    def _ids(self) -> frozenset[str]:
        found: set[str] = set()
        for file in self._files():
            try:
                text = self._tree.sources.read_inside("/".join(file), _LARGEST)
            except gate.SourceError:
                continue
            found.update(_ID.findall(text.decode("utf-8", "replace")))
        return frozenset(found)

    def _files(self) -> Iterator[Names]:
        pages = {parts(folder.path) for site in self._sites for folder in site.content}
        waiting = list(dict.fromkeys((*parts(site.root), name) for site in self._sites for name in _FOLDERS))
        left = _MOST_FILES
        while waiting:
            folder = waiting.pop()
            for name, kind in sorted((self._tree.entries(folder) or {}).items()):
                if kind == "folder" and name not in _PASSED_OVER and (*folder, name) not in pages:
                    waiting.append((*folder, name))
                elif kind == "file" and name.endswith(_ENDINGS):
                    left -= 1
                    if left < 0:
                        return
                    yield (*folder, name)
