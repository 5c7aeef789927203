"""Finds what the fragment of a link names in a file: an anchor of a document, or lines of a text.

A file may have a hundred thousand anchors, and many files may be asked for them. So aims are collected first, then
answered file by file; of each file only the answers are kept.
"""

import re
from collections.abc import Collection, Iterable
from contextlib import suppress
from operator import itemgetter
from sys import getsizeof
from typing import TYPE_CHECKING, Literal, NamedTuple

from meminit.config.settings import Links
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Tree
from meminit.linking.allowing import Allowing
from meminit.linking.beyond import Anchors, Beyond, each_of
from meminit.linking.following import Failed, Following, KnownDocuments, Reached
from meminit.linking.guessing import Near
from meminit.linking.included import Included
from meminit.linking.layouts import Layouts
from meminit.linking.targets import Address, as_fragment, decoded
from meminit.linking.translations import Translations
from meminit.model import open_set
from meminit.model.document import KeptDocument
from meminit.model.link import LinkKind
from meminit.model.summary import joined, those_in
from meminit.sources.files import Names
from meminit.words import counted, nfc

if TYPE_CHECKING:
    from meminit.documents.outsider import Outsider


_LINES = re.compile(r"L0*([0-9]+)(?:C[0-9]+)?(?:-L0*([0-9]+)(?:C[0-9]+)?)?")
_OF_PROGRAMS = ("/", "!/")  # with which no anchor of a heading begins
_MOST_DIGITS = 9  # of the number of a line that any file could have
_PREFIX = "user-content-"  # GitHub's own, in front of every id it makes
_MOST_KEPT = 32_000_000  # bytes, about, of anchors that no summary holds
_FEW, _FEW_LETTERS = 300, 10_000  # anchors that are compared for one correction; letters of them
_EACH, _ANCHOR = 300, 150  # bytes that a file takes, and each of its anchors where they cannot be joined


class Aim(NamedTuple):
    """What the fragment of a link asks for in a file: an anchor, the anchor or the text of a heading, or lines."""

    names: Names
    fragment: str
    kind: Literal["anchor", "heading", "lines"]


class Correction(NamedTuple):
    """The anchor that was probably meant; `surely` says that nothing else can have been."""

    anchor: str
    surely: bool


class Fragments:
    def __init__(self, documents: KnownDocuments, tree: Tree, links: Links, following: Following) -> None:
        self._documents = documents
        self._tree = tree
        self._links = links
        self._following = following
        self._missed: dict[Aim, bool] = {}
        self._open: dict[Aim, bool] = {}
        self._included = Included(tree, links)
        self._layouts = Layouts(tree, links.sites)
        self._corrections: dict[Aim, Correction | None] = {}
        self._lines: dict[Names, int | None] = {}
        self._kept: dict[Names, Anchors | None] = {}
        self._translations = Translations(tree)
        self._room = _MOST_KEPT

    def aim(self, kind: LinkKind, where: Address, reached: Reached) -> Aim | Failed | None:
        """What a link asks for in the file that it leads to; None where that is nothing, or cannot be judged."""
        fragment, names = where.fragment, reached.names
        if not fragment or not reached.is_certain:
            return None
        if "plain=1" in where.query.split("&") and not reached.is_folder:
            return _lines(names, fragment)
        if reached.is_folder:
            index = self._following.index(names)
            if index is None and where.path.startswith("/") and self._links.routes:
                return None  # a site has another page there
            if index is None:
                return Failed("anchor", "leads into a folder that has no index, and so no anchors")
            names = index
        if "/".join(names) not in self._documents and not names[-1].lower().endswith(MARKDOWN):
            return _lines(names, fragment)
        if fragment.lower() == "top" or fragment.startswith(_OF_PROGRAMS):
            return None  # the top is always there, and what else is shown is up to a program of the page
        if kind != "wiki":
            return Aim(names, fragment, "anchor")
        # What begins with ^ is a block, of which nothing is known.
        return None if _last(fragment).startswith("^") else Aim(names, fragment, "heading")

    def look(self, aims: Iterable[Aim]) -> None:
        """Finds out which of these are missed, one file after the other."""
        for names, every in _by_file(each for each in aims if each not in self._missed):
            with suppress(Exception):  # the same exception is raised again where a link is judged
                self._missed.update(self._looked_for(names, every))

    def seems_missed(self, aim: Aim) -> bool:
        """Whether it was looked for and is missed; also where to look for it has failed."""
        return self._missed.get(aim, True)

    def is_missed(self, aim: Aim) -> bool:
        """Whether the file has nothing of the kind. Letter case counts, as in browsers."""
        if aim not in self._missed:
            self._missed.update(self._looked_for(aim.names, [aim]))
        return self._missed[aim]

    def is_at_hand(self, aim: Aim) -> bool:
        """Whether `is_missed` knows the answer without a second reading of the file."""
        is_kept = aim in self._missed or aim.names in self._kept or self._room > 0
        return is_kept or aim.kind == "lines" or self._documents.anchors("/".join(aim.names)) is not None

    def are_few(self, aim: Aim) -> bool:
        """Whether the anchors of a file that is at hand are so few that to look for a near one costs little."""
        anchors = self._anchors(aim.names)
        return anchors is not None and len(anchors) <= (_FEW_LETTERS if isinstance(anchors, str) else _FEW)

    def is_open(self, aim: Aim) -> bool:
        """Whether what is missed may be an anchor that templates, components or included files make."""
        return self._open.get(aim, False)

    def failed(self, aim: Aim, source: KeptDocument) -> Failed:
        """What is wrong with a fragment that is missed."""
        file = "/".join(aim.names)
        if aim.kind == "lines":
            count = self._lines.get(aim.names) or 0
            return Failed("anchor", f"names line {_last_line(aim.fragment)}, but {file} has {counted(count, 'line')}")
        place = "this document" if file == source.file else file
        return Failed("anchor", f"leads to no heading or anchor of {place}")

    def correct(self, aims: Iterable[Aim]) -> None:
        """Finds out what was meant by what is missed, one file after the other."""
        asked = (each for each in aims if each.kind != "lines" and not self.is_open(each))
        for names, every in _by_file(each for each in asked if each not in self._corrections):
            with suppress(Exception):  # as above
                self._corrections.update(self._corrected(names, every))

    def correction(self, aim: Aim) -> Correction | None:
        if aim not in self._corrections:
            self._corrections.update(self._corrected(aim.names, [aim]))
        return self._corrections[aim]

    def _looked_for(self, names: Names, aims: Collection[Aim]) -> dict[Aim, bool]:
        found = {aim: self._is_beyond(aim) for aim in aims if aim.kind == "lines"}
        wanted = {aim: self._readings(aim) for aim in aims if aim.kind != "lines"}
        if wanted:
            anchors = self._anchors(names)
            there = _those(anchors, {text for texts in wanted.values() for text in texts})
            missed = {aim: anchors is not None and there.isdisjoint(texts) for aim, texts in wanted.items()}
            asked = {aim: _plain(aim.fragment) for aim, is_missed in missed.items() if is_missed}
            texts = {text for aim in asked for text in wanted[aim]}
            beyond = Beyond(names, self._tree, self._links, anchors, self._of_translations(names, texts))
            self._open.update(
                (aim, beyond.may_have(text, wanted[aim]) or (beyond.is_page and self._layouts.have_any(wanted[aim])))
                for aim, text in asked.items()
            )
            if any(missed.values()) and open_set.entries(anchors):
                self._look_further(names, anchors, {aim: texts for aim, texts in wanted.items() if missed[aim]}, missed)
            found.update(missed)
        return found

    def _look_further(
        self, names: Names, anchors: Anchors | None, wanted: dict[Aim, list[str]], missed: dict[Aim, bool]
    ) -> None:
        """Looks in the files whose text the site puts in, and for what is not known."""
        included = self._included.of(names, open_set.entries(anchors))
        allows = Allowing(included.entries)
        for aim, texts in wanted.items():
            missed[aim] = included.anchors.isdisjoint(texts)
            is_made = self._open.get(aim, False) or any(map(allows, texts))
            self._open[aim] = missed[aim] and is_made

    def _of_translations(self, names: Names, texts: set[str]) -> set[str]:
        """Those of these texts that are anchors of the same page in another language.

        A link in the page of a language may lead to that of the same language, though it names the other one.
        """
        others = self._translations.of(names) if texts else ()
        return set[str]().union(*(_those(self._anchors(each), texts) for each in others))

    def _readings(self, aim: Aim) -> list[str]:
        """The anchors of which any one is enough."""
        plain = _plain(aim.fragment)
        found = [aim.fragment, plain, plain.removeprefix(_PREFIX)]
        return [*found, self._slug(_last(aim.fragment), aim.names)] if aim.kind == "heading" else found

    def _corrected(self, names: Names, aims: Collection[Aim]) -> dict[Aim, Correction | None]:
        """A correction is sure where only letter case, spaces or punctuation differ."""
        anchors = self._anchors(names)
        slugs = {aim: self._slug(_plain(aim.fragment), names) for aim in aims}
        there = _those(anchors, set(slugs.values()))
        near = Near(each_of(anchors), asked={*slugs.values(), *(_plain(aim.fragment) for aim in aims)})
        found: dict[Aim, Correction | None] = {}
        for aim, slug in slugs.items():
            alike = near.alike(_plain(aim.fragment))
            sure = alike[0] if len(alike) == 1 else slug if slug in there and not alike else None
            meant = sure or near.nearest(slug)
            found[aim] = Correction(meant, sure is not None) if meant else None
            if meant and as_fragment(meant) == meant:
                self._missed[aim._replace(fragment=meant)] = False
        return found

    def _anchors(self, names: Names) -> Anchors | None:
        """None where the anchors are unknown."""
        file = "/".join(names)
        joined = self._documents.anchors(file)
        if joined is not None:
            return joined
        if names not in self._kept:
            anchors = self._read(file, names)
            self._room -= _EACH + _size(anchors)
            if self._room < 0:
                return anchors
            self._kept[names] = anchors
        return self._kept[names]

    def _read(self, file: str, names: Names) -> Anchors | None:
        found = self._documents.get(file) or self._outsider(names)
        if found is None or found.anchors is None or (isinstance(found, KeptDocument) and not found.is_understood):
            return None
        whole = joined(found.anchors)
        return found.anchors if whole is None else whole

    def _slug(self, text: str, names: Names) -> str:
        from meminit.documents.flavours import FLAVOURS  # noqa: PLC0415 - no link that is right needs it, but for wikis

        return FLAVOURS[self._links.within("/".join(names)).slugs].slug(text)

    def _is_beyond(self, aim: Aim) -> bool:
        """Whether the last of these lines, as in `#L10-L20`, is beyond the end of the file."""
        if aim.names not in self._lines:
            found = self._outsider(aim.names)
            self._lines[aim.names] = found.lines if found else None
        lines, last = self._lines[aim.names], _last_line(aim.fragment)
        return lines is not None and (len(last) > _MOST_DIGITS or int(last) > lines)

    def _outsider(self, names: Names) -> "Outsider | None":
        from meminit.documents.outsider import outsider  # noqa: PLC0415 - reads; seldom wanted

        return outsider(self._tree, names, self._links.within("/".join(names)))


def _by_file(aims: Iterable[Aim]) -> list[tuple[Names, Collection[Aim]]]:
    found: dict[Names, dict[Aim, None]] = {}
    for aim in aims:
        found.setdefault(aim.names, {})[aim] = None
    return sorted(found.items(), key=itemgetter(0))


def _size(anchors: Anchors | None) -> int:
    if isinstance(anchors, str):
        return getsizeof(anchors)
    return sum(map(getsizeof, anchors or ())) + _ANCHOR * len(anchors or ())


def _those(anchors: Anchors | None, texts: set[str]) -> set[str]:
    """Those of these texts that are anchors."""
    return those_in(anchors, texts) if isinstance(anchors, str) else texts.intersection(anchors or ())


def _plain(fragment: str) -> str:
    return nfc(decoded(fragment))


def _last(fragment: str) -> str:
    """Of a wiki link to a heading below other headings, `#above#heading`, the last one."""
    return _plain(fragment).rpartition("#")[2]


def _lines(names: Names, fragment: str) -> Aim | None:
    return Aim(names, fragment, "lines") if _LINES.fullmatch(fragment) else None


def _last_line(fragment: str) -> str:
    """The digits of the higher number."""
    asked = _LINES.fullmatch(fragment)
    return max(asked[1], asked[2] or "0", key=lambda digits: (len(digits), digits)) if asked else "0"
