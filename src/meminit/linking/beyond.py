"""Which anchors a file may have besides those that it is known to have: what a site, a program or a template makes."""

import re
from collections.abc import Collection
from functools import cached_property
from typing import TypeAlias

from meminit.config.settings import UNKNOWN, Links
from meminit.documents.tree import Tree
from meminit.linking.catalogs import is_in_catalog
from meminit.model import open_set
from meminit.model.summary import parted
from meminit.sites.site import owner
from meminit.sources.files import Names
from meminit.sources.gate import BadEncoding, SourceError, decode

_INDEXES = frozenset({"index", "_index", "readme"})
_TRIED = re.compile(r"^\{\{\s*(?:Embed)?Interactive\w*", re.MULTILINE)  # macros with a heading of their own
_SIGNS = re.compile(r"[\W_]+")
_NO_SLUG = re.compile(r"[^\w-]|[A-Z]")
_IN_BRACES = re.compile(r"\]\{ ?#([^\s{}]+)")
_LONGEST_NAME = 256  # characters of the name of a file, and the hyphen before it
_TERM = re.compile(r"^[ \t]*[-*] (.{1,300})\n\s*[-*] : ", re.MULTILINE)
_MACRO = re.compile(r"\{\{.{0,200}?\}\}|\]\([^)\s]*\)")
_EMPHASIS = re.compile(r"[`*\[\]]")

Anchors: TypeAlias = str | frozenset[str]  # as a summary joins them, or each by itself


class Beyond:
    """The anchors that a file of a site may have besides those that it is known to have."""

    def __init__(self, names: Names, tree: Tree, links: Links, anchors: Anchors | None, translated: set[str]) -> None:
        self._names = names
        self._file = "/".join(names)
        self._tree = tree
        self._links = links
        self._anchors = anchors
        self._translated = translated
        found = owner(links.sites, self._file) if links.sites else None
        self._site = found[0] if found else None

    @property
    def is_page(self) -> bool:
        return self._site is not None

    def may_have(self, fragment: str, texts: list[str]) -> bool:
        is_made = self._is_of_child(fragment) or _letters(fragment) in self._alike or self._is_made(fragment)
        return is_made or not (self._translated.isdisjoint(texts) and self._as_on_site.isdisjoint(texts))

    def _is_of_child(self, fragment: str) -> bool:
        """Whether a page that stands for a folder may list what the fragment names, a file or folder in there."""
        wanted = fragment[-_LONGEST_NAME:].casefold()
        ends = (wanted[at + 1 :] for at, sign in enumerate(wanted) if sign == "-")
        return bool(self._stems) and (wanted in self._stems or any(each in self._stems for each in ends))

    @cached_property
    def _stems(self) -> set[str]:
        if not self._links.sites or _stem(self._names[-1]) not in _INDEXES:
            return set()
        return {_stem(each) for each in self._tree.entries(self._names[:-1]) or ()} - _INDEXES - {""}

    def _is_made(self, fragment: str) -> bool:
        """Whether a program may make the anchor: no heading makes one of such characters, or it stands in braces."""
        if self._links.slugs == "mdn":
            return fragment in self._terms
        if self._site is None or not self._site.detail("anchors"):
            return False
        return _NO_SLUG.search(fragment) is not None or fragment in self._in_braces

    @cached_property
    def _terms(self) -> frozenset[str]:
        """The ids of terms as MDN writes them: items of lists that begin with a colon define the item above."""
        from meminit.documents.flavours import FLAVOURS  # noqa: PLC0415 - seldom wanted

        terms = (_MACRO.sub("", found) for found in _TERM.findall(self._text))
        made = (FLAVOURS["mdn"].slug(_EMPHASIS.sub("", term).strip()) for term in terms)
        return frozenset((*made, *(("try_it",) if _TRIED.search(self._text) else ())))

    @cached_property
    def _in_braces(self) -> frozenset[str]:
        """What `[text]{#name}` names, for one program or another."""
        return frozenset(_IN_BRACES.findall(self._text))

    @cached_property
    def _text(self) -> str:
        try:
            return decode(self._tree.sources.read_inside(self._file, self._tree.limits.document))
        except (SourceError, BadEncoding):
            return ""

    @cached_property
    def _alike(self) -> frozenset[str]:
        """The letters and digits of anchors that may be made of headings in a way that is not known."""
        is_by_generator = self._links.slugs == UNKNOWN or is_in_catalog(self._file)
        is_by_program = self._site is not None and bool(self._site.detail("own slugs"))
        every = each_of(self._anchors) if is_by_generator or is_by_program else ()
        return frozenset(map(_letters, every)) - {""}

    @cached_property
    def _as_on_site(self) -> frozenset[str]:
        """The anchors of a file that is no page, where a site puts its text into a page."""
        if self._links.within("/".join(self._names)) is self._links:
            return frozenset()
        from meminit.documents.outsider import put_in  # noqa: PLC0415 - reads; seldom wanted

        return put_in(self._tree, self._names, self._links) or frozenset()


def each_of(anchors: Anchors | None) -> Collection[str]:
    every = parted(anchors) if isinstance(anchors, str) else anchors or ()
    return [each for each in every if not each.startswith(open_set.MARK)] if open_set.entries(anchors) else every


def _stem(name: str) -> str:
    return name.partition(".")[0].casefold()


def _letters(text: str) -> str:
    return _SIGNS.sub("", text.casefold())
