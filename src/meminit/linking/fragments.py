"""Looks for the place in a file that the fragment of a link names: an anchor of a document, or a line of a text."""

import re
from typing import TYPE_CHECKING

from meminit.config.settings import Links
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Tree
from meminit.linking.address import Address, as_fragment, decoded
from meminit.linking.destination import Failed, Meant, Reached
from meminit.linking.following import Following
from meminit.linking.guessing import Guesses, Near
from meminit.model.document import KeptDocument
from meminit.model.link import Link
from meminit.sources.files import Names
from meminit.words import counted, nfc

if TYPE_CHECKING:
    from meminit.documents.outsider import Outsider

_LINES = re.compile(r"L0*([0-9]+)(?:C[0-9]+)?(?:-L0*([0-9]+)(?:C[0-9]+)?)?")
_MOST_DIGITS = 9  # of the number of a line that any file could have
_PREFIX = "user-content-"  # GitHub's own, in front of every id it makes


class Fragments:
    def __init__(self, tree: Tree, links: Links, following: Following, guesses: Guesses) -> None:
        self._tree = tree
        self._links = links
        self._following = following
        self._guesses = guesses
        self._outsiders: dict[Names, Outsider | None] = {}
        self._near: dict[Names, Near] = {}

    def fault(self, link: Link, source: KeptDocument, where: Address, reached: Reached) -> Failed | None:
        """What is wrong with the fragment; None where it is right, or where nobody can tell."""
        fragment = where.fragment
        if not fragment or not reached.is_certain:
            return None
        names = reached.names
        if "plain=1" in where.query.split("&") and not reached.is_folder:
            return self._line(fragment, names)
        if reached.is_folder:
            index = self._following.index(names)
            if index is None:
                return Failed("anchor", "leads into a folder that has no index, and so no anchors")
            names = index
        document = self._following.document(names)
        if document is None and not names[-1].lower().endswith(MARKDOWN):
            return self._line(fragment, names)
        anchors = self._anchors(names, document)
        if anchors is None or self._is_there(fragment, anchors, is_wiki=link.kind == "wiki"):
            return None
        place = "this document" if document and document.file == source.file else "/".join(names)
        return Failed("anchor", f"leads to no heading or anchor of {place}", self._meant(link, where, names, anchors))

    def _anchors(self, names: Names, document: KeptDocument | None) -> frozenset[str] | None:
        if document:
            return document.anchors if document.is_understood else None
        found = self._outsider(names)
        return found.anchors if found else None

    def _is_there(self, fragment: str, anchors: frozenset[str], *, is_wiki: bool) -> bool:
        """Letter case counts, as in browsers. The top is always there."""
        plain = nfc(decoded(fragment))
        if fragment in anchors or fragment.lower() == "top":
            return True
        if plain in anchors or plain.removeprefix(_PREFIX) in anchors:
            return True
        return is_wiki and self._is_wiki_anchor(plain, anchors)

    def _is_wiki_anchor(self, fragment: str, anchors: frozenset[str]) -> bool:
        """The text of a heading does as well as its slug; what begins with ^ is a block, of which nothing is known."""
        last = fragment.rpartition("#")[2]
        return last.startswith("^") or self._slug(last) in anchors

    def _meant(self, link: Link, where: Address, names: Names, anchors: frozenset[str]) -> Meant | None:
        """The anchor that was probably meant; surely so where only letter case, spaces or punctuation differ."""
        if not self._guesses.spend():
            return None
        plain = nfc(decoded(where.fragment or ""))
        slug = self._slug(plain)
        if names not in self._near:
            self._near[names] = Near(anchors)
        alike = self._near[names].alike(plain)
        sure = alike[0] if len(alike) == 1 else slug if slug in anchors and not alike else None
        meant = sure or self._near[names].nearest(slug)
        if not meant:
            return None
        written = link.written if "&" not in link.written else link.target
        return Meant(f"{written.partition('#')[0]}#{as_fragment(meant + where.directive)}", surely=sure is not None)

    def _slug(self, text: str) -> str:
        from meminit.documents.slugs import FLAVOURS  # noqa: PLC0415 - no link that is right needs it, but for wikis

        return FLAVOURS[self._links.slugs].slug(text)

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

    def _outsider(self, names: Names) -> "Outsider | None":
        if names not in self._outsiders:
            from meminit.documents.outsider import outsider  # noqa: PLC0415 - reads; seldom wanted

            self._outsiders[names] = outsider(self._tree, names, self._links)
        return self._outsiders[names]
