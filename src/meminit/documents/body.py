"""Puts the facts of a body together from what a parser meets in it, whichever parser that is.

Positions are offsets into the UTF-8 bytes of the body.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents import html, slugs
from meminit.documents.labels import Labels
from meminit.documents.positions import Joined, Piece, Positions
from meminit.documents.slugs import HeadingText
from meminit.documents.visible_block import visible_block
from meminit.model.document import BlockLine, Heading
from meminit.model.link import Label, Link, Spot
from meminit.words import composed

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLOCK_MARK = re.compile(r"<!--\s*MEMINIT_METADATA_BLOCK\s*-->")
_HTML_HEADING = re.compile(r"h[1-6]")
_MARK = re.compile(rb"(?<!\\)\{(?::|(?=[ \t]*#))(?P<attributes>[^{}\r\n]*)\}")


class Body(NamedTuple):
    headings: tuple[Heading, ...] = ()
    block: tuple[BlockLine, ...] = ()
    links: tuple[Link, ...] = ()
    labels: tuple[Label, ...] = ()
    anchors: frozenset[str] | None = frozenset()  # None where nobody can tell
    link_count: int = 0
    surplus: tuple[int, int | None] | None = None  # the place of the first link too many; then none is told
    plain_targets: tuple[tuple[str, str, str], ...] = ()  # of links without places, in a body that was glanced at


class _Anchored(NamedTuple):
    """A heading that takes an anchor, and where it ends; one in raw HTML has no end of its own."""

    heading: HeadingText
    end: int | None


class Builder:
    """Is told of headings, links and markup in the order of the text."""

    def __init__(self, places: Positions, links: Links, most_links: int, *, knows_columns: bool) -> None:
        self.places = places
        self.labels = Labels()
        self.pieces: list[str] | None = None  # the text of the heading that is open, be it Markdown or HTML
        self.verbatim: list[tuple[int, int]] = []  # where braces are code or markup, and no marks
        self._flavour = links.slugs
        self._knows_columns = knows_columns
        self._scanner = html.Scanner()
        self._literal = 0  # how many of its pieces hold no attributes
        self._html_heading = False
        self._headings: list[Heading] = []
        self._anchored: list[_Anchored] = []
        self._anchors: set[str] = set()
        self._curtains: list[int] = []  # where a comment goes on beyond its fragment, and where it has ended, in turn
        self._links: list[Link] = []
        self._most_links = most_links
        self._footnote: str | None = None  # the label of the footnote that is open
        self._of_footnotes: list[tuple[str, Link]] = []
        self._block_at: int | None = None

    @property
    def is_hidden(self) -> bool:
        return self._scanner.is_hidden

    def was_hidden(self, offset: int) -> bool:
        """Whether a place lies inside a comment that goes on beyond its fragment."""
        return bisect_right(self._curtains, offset) % 2 == 1

    def open_heading(self) -> None:
        self.pieces, self._literal = [], 0
        self._html_heading = self._scanner.wants_text = False

    def literal(self) -> None:
        """What was put into a heading last is code, or escaped: braces in it are no attributes."""
        if self.pieces is not None:
            self._literal = len(self.pieces)

    def unseen(self) -> None:
        """Something in a heading that is not text: a blank before it does not end the heading."""
        if self.pieces is not None:
            self.pieces.append("")

    def close_heading(self, level: int, start: int, end: int, *, nested: bool) -> None:
        pieces, self.pieces = self.pieces or [""], None
        pieces[-1] = pieces[-1].rstrip(" \t")
        divided = slugs.divided(self._flavour, "".join(pieces[self._literal :]))
        heading = HeadingText("".join(pieces[: self._literal]) + divided.text, divided.custom)
        if not self.is_hidden:
            self._anchored.append(_Anchored(heading, end))
        self._headings.append(Heading(level, " ".join(heading.text.split()), *self.place(start), nested))

    def open_footnote(self, label: str, start: int) -> None:
        self.labels.define_footnote(label, start)
        self._footnote = label

    def close_footnote(self) -> None:
        self._footnote = None

    def link(self, target: str, start: int, spot: tuple[int, str] | None, *, is_image: bool = False) -> None:
        if not self.is_hidden:
            self._add(Link(target, "image" if is_image else "link", *self.place(start), self.spot(spot)))

    def wiki(self, target: str, start: int, spot: tuple[int, str] | None) -> None:
        if not self.is_hidden:
            target = target.removesuffix("\\")  # in a table the bar behind it is escaped
            self._add(Link(target, "wiki", *self.place(start), self.spot(spot)))

    @property
    def _is_full(self) -> bool:
        """One link too many is enough to know of."""
        return len(self._links) + len(self._of_footnotes) > self._most_links

    def _add(self, link: Link) -> None:
        if self._is_full:
            return
        if self._footnote is not None:
            self._of_footnotes.append((self._footnote, link))
        else:
            self._links.append(link)

    def markup(self, pieces: Iterable[Piece], end: int) -> None:
        """Raw HTML that stands in one piece, though a quotation or a list may have cut its lines."""
        joined = Joined(pieces)
        text = joined.text
        if not text:
            return
        self.verbatim.append((joined.offset(0), end))
        if self._block_at is None and (mark := _BLOCK_MARK.search(text)):
            following = _LINE_END.search(text, mark.end())
            self._block_at = joined.offset(following.end()) if following and following.end() < len(text) else end
        if "<" not in text and not self._scanner.is_hidden and self.pieces is None:
            return
        was_hidden = self.is_hidden
        for found in self._scanner.scan(text):
            if isinstance(found, html.Tag):
                self._tag(found, joined)
            elif self.pieces is not None:
                self.pieces.append(found.text)
        if self.is_hidden != was_hidden:
            self._curtains.append(end)

    def _tag(self, tag: html.Tag, joined: Joined) -> None:
        self._anchors.update(html.anchors(tag))
        for target in html.targets(tag):
            if self._is_full:
                break  # a list of images may name a million
            spot = self._spot_in(joined, target) if self._knows_columns else None
            place = self.place(joined.offset(tag.at))
            self._add(Link(target.target, "link" if target.is_link else "image", *place, spot))
        if _HTML_HEADING.fullmatch(tag.name):
            self._heading_tag(tag)

    def _heading_tag(self, tag: html.Tag) -> None:
        if not tag.is_end and self.pieces is None:
            self.pieces, self._html_heading = [], True
            self._scanner.wants_text = True
        elif tag.is_end and self.pieces is not None and self._html_heading:
            text = "".join(self.pieces)
            self._anchored.append(_Anchored(HeadingText(" ".join(text.split())), None))
            self.pieces = None
            self._scanner.wants_text = False

    def _spot_in(self, joined: Joined, target: html.Target) -> Spot | None:
        """Where the target stands, unless the lines of a quotation cut what stands there."""
        at, written = joined.offset(target.at), target.written
        found = self.places.data.startswith(written.encode(), at) and "\n" not in written
        return Spot(*self.places.of(at), written) if found else None

    def placed_links(self) -> tuple[Link, ...]:
        """The links of a text without definitions and footnotes, or none where they are too many."""
        return tuple(self._links) if len(self._links) <= self._most_links else ()

    def finish(self) -> Body:
        self.labels.settle_marks()
        labels = tuple(self.labels.judged(self.place))
        self._links.extend(link for label, link in self._of_footnotes if self.labels.is_footnote_used(label))
        self._links.extend(self.labels.links(self.place))
        self._anchors.update(self.labels.footnote_anchors(slugs.FLAVOURS[self._flavour].footnote))
        self._take_marks()
        self._anchors.update(self._heading_anchors())
        block = () if self._block_at is None else tuple(visible_block(self.places, self._block_at))
        links = tuple(self._links)
        surplus = links[self._most_links : self._most_links + 1]
        return Body(
            headings=tuple(self._headings),
            block=block,
            links=() if surplus else links,
            labels=labels,
            anchors=frozenset(map(composed, self._anchors)),
            link_count=len(links),
            surplus=(surplus[0].line, surplus[0].column) if surplus else None,
        )

    def _heading_anchors(self) -> Iterator[str]:
        flavour = slugs.FLAVOURS[self._flavour]
        numbered = [each.heading for each in self._anchored if each.end is not None or flavour.counts_raw]
        yield from slugs.anchors(self._flavour, numbered)
        for each in self._anchored:
            if each.end is None:
                yield flavour.slug(each.heading.text)
            yield from slugs.further_anchors(self._flavour, each.heading.text)

    def _take_marks(self) -> None:
        """`{: #id}`: the id of whatever stands before it."""
        flavour, data = slugs.FLAVOURS[self._flavour], self.places.data
        if not flavour.marks:
            return
        ends = {each.end: index for index, each in enumerate(self._anchored)}
        for found in _MARK.finditer(data):
            _, anchor = slugs.identified(found["attributes"].decode())
            is_bare = not found[0].startswith(b"{:")
            if not anchor or self._is_verbatim(found.start()) or (is_bare and not flavour.bare_marks):
                continue
            heading = ends.get(self.places.start_of_line(found.start()))
            if heading is None or not flavour.mark_renames_heading:
                self._anchors.add(anchor)
            else:
                old = self._anchored[heading]
                self._anchored[heading] = old._replace(heading=HeadingText(old.heading.text, anchor))

    def is_attribute_holder(self, following: str) -> bool:
        """Whether an empty link is only there for the id in braces that follow it, `[](){#id}`."""
        return slugs.FLAVOURS[self._flavour].bare_marks and following == "{"

    def _is_verbatim(self, offset: int) -> bool:
        index = bisect_right(self.verbatim, offset, key=lambda span: span[0]) - 1
        return index >= 0 and offset < self.verbatim[index][1]

    def place(self, offset: int) -> tuple[int, int | None]:
        return self.places.of(offset) if self._knows_columns else (self.places.line_of(offset), None)

    def spot(self, found: tuple[int, str] | None) -> Spot | None:
        return Spot(*self.places.of(found[0]), found[1]) if found else None
