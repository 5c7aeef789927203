"""Judges the links of all documents, and says once for all link rules what is wrong with them."""

import posixpath
import re
import unicodedata
from collections.abc import Iterator, Sequence

from meminit.config.settings import Links
from meminit.documents.discover import MARKDOWN
from meminit.documents.read import Outsider, outsider
from meminit.documents.slugs import FLAVOURS
from meminit.documents.tree import Names, Tree
from meminit.linking.address import Address, address
from meminit.linking.anchors import is_there, meant_anchor
from meminit.linking.destination import Failed, Meant, Reached
from meminit.linking.following import Following
from meminit.model.document import Document
from meminit.model.finding import Edit
from meminit.model.link import Link, LinkFault
from meminit.words import MOST_HINTS, counted

# The shape of nearly all links: a path without anything to decode, and perhaps a fragment.
_PLAIN = re.compile(r"([A-Za-z0-9_./-]+)(?:#([A-Za-z0-9_-]*))?")
_LINES = re.compile(r"L0*([0-9]+)(?:C[0-9]+)?(?:-L0*([0-9]+)(?:C[0-9]+)?)?")
_MOST_DIGITS = 9  # of the number of a line that any file could have


def judge(documents: Sequence[Document], tree: Tree, links: Links) -> tuple[LinkFault, ...]:
    judging = _Judging(documents, tree, links)
    return tuple(fault for document in documents for fault in judging.of(document))


class _Judging:
    def __init__(self, documents: Sequence[Document], tree: Tree, links: Links) -> None:
        self._tree = tree
        self._links = links
        self._following = Following(documents, tree, links)
        self._by_path = self._following.by_path
        self._outsiders: dict[Names, Outsider | None] = {}
        self._told = 0

    def of(self, document: Document) -> Iterator[LinkFault]:
        self._told = 0
        folder = document.path.rpartition("/")[0]
        ignore = self._links.ignore
        for link in document.links:
            if not self._is_plainly_right(link, folder) and not (ignore and self._is_ignored(link.written)):
                yield from self._faults(link, document)

    def _is_ignored(self, written: str) -> bool:
        """Whether the target, or what comes before its fragment, is none of our business."""
        patterns = self._links.ignore if written.startswith("/") else self._links.ignore_relative
        return any(patterns.covers(_names(each)) for each in (written, written.partition("#")[0]))

    def _is_plainly_right(self, link: Link, folder: str) -> bool:
        """The short way for a link to another document; whatever it does not settle goes the long way."""
        plain = _PLAIN.fullmatch(link.target) if link.kind != "wiki" else None
        if not plain or plain[1][0] == "/" or plain[1][-1] == "/":
            return False
        other = self._by_path.get(posixpath.normpath(f"{folder}/{plain[1]}" if folder else plain[1]))
        return other is not None and (not plain[2] or plain[2] in other.anchors)

    def _faults(self, link: Link, document: Document) -> Iterator[LinkFault]:
        if link.target in {"", "#"}:
            noun = "image" if link.kind == "image" else "link"
            words = f"the {noun} to # leads nowhere" if link.target else f"the {noun} has no destination"
            yield LinkFault("empty", document.path, link, words)
            return
        where = address(link.target)
        result = self._following.follow(link, document, where)
        if isinstance(result, Failed):
            yield self._fault(document, link, result)
        elif isinstance(result, Reached):
            if result.spelling is not None:
                meant = Meant(self._following.spelled(result.spelling, document, where), surely=True)
                shown = "/".join(result.spelling)
                yield self._fault(document, link, Failed("case", f"differs in letter case from {shown}", meant))
            failed = self._anchor(link, document, where, result) if where.fragment else None
            if failed:
                yield self._fault(document, link, failed)

    def _anchor(self, link: Link, document: Document, where: Address, reached: Reached) -> Failed | None:
        fragment = where.fragment or ""
        if not reached.is_certain:
            return None
        if "plain=1" in where.query.split("&"):
            return self._line(fragment, reached.names)
        names, other = reached.names, reached.document
        if reached.is_folder:
            index = self._following.index(names)
            if index is None:
                return Failed("anchor", "leads into a folder that has no index, and so no anchors")
            names, other = index, self._following.document(index)
        if other is None and not names[-1].lower().endswith(MARKDOWN):
            return self._line(fragment, names)
        anchors = self._anchors(names, other)
        if anchors is None or is_there(fragment, anchors):
            return None
        if link.kind == "wiki" and self._is_wiki_anchor(fragment, anchors):
            return None
        place = "this document" if other is document else "/".join(names)
        meant = meant_anchor(fragment, anchors, self._links.slugs) if self._may_guess() else None
        correction = Meant(f"{link.target.partition('#')[0]}#{meant.target}", meant.surely) if meant else None
        return Failed("anchor", f"leads to no heading or anchor of {place}", correction)

    def _anchors(self, names: Names, document: Document | None) -> frozenset[str] | None:
        if document:
            return document.anchors if document.is_understood else None
        found = self._outsider(names)
        return found.anchors if found else None

    def _line(self, fragment: str, names: Names) -> Failed | None:
        """`#L10`, `#L10-L20`: lines of a text file."""
        asked = _LINES.fullmatch(fragment)
        found = self._outsider(names) if asked else None
        if not asked or not found or found.lines is None:
            return None
        last = max(asked[1], asked[2] or "0", key=lambda digits: (len(digits), digits))
        if len(last) <= _MOST_DIGITS and int(last) <= found.lines:
            return None
        return Failed("anchor", f"names line {last}, but {'/'.join(names)} has {counted(found.lines, 'line')}")

    def _outsider(self, names: Names) -> Outsider | None:
        if names not in self._outsiders:
            self._outsiders[names] = outsider(self._tree, names, self._links)
        return self._outsiders[names]

    def _is_wiki_anchor(self, fragment: str, anchors: frozenset[str]) -> bool:
        """The text of a heading does as well as its slug; what begins with ^ is a block, of which nothing is known."""
        last = fragment.rpartition("#")[2]
        return last.startswith("^") or FLAVOURS[self._links.slugs].slug(unicodedata.normalize("NFC", last)) in anchors

    def _may_guess(self) -> bool:
        self._told += 1
        return self._told <= MOST_HINTS

    def _fault(self, document: Document, link: Link, failed: Failed) -> LinkFault:
        meant = failed.meant
        edit = None
        if meant and link.spot:
            spot = link.spot
            edit = Edit(spot.line, spot.column, spot.written, meant.target, meant.surely)
        return LinkFault(failed.kind, document.path, link, failed.problem, meant.target if meant else None, edit)


def _names(target: str) -> tuple[str, ...]:
    return tuple(name for name in target.split("/") if name)
