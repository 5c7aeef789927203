"""Puts the facts of a body together from what a parser finds in it, whichever parser that is.

Positions are offsets into the UTF-8 bytes of the body.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents import html, slugs
from meminit.documents.flavours import FLAVOURS
from meminit.documents.front_matter import visible_block
from meminit.documents.labels import Labels
from meminit.documents.numbering import HeadingText
from meminit.documents.places import Joined, Piece, Positions
from meminit.model.document import BlockLine, Heading
from meminit.model.link import Label, Link, LinkTarget, TargetPlace
from meminit.words import nfc

_LINE_END = re.compile(r"\r\n|\n|\r")
BLOCK_MARK = re.compile(r"<!--\s*MEMINIT_METADATA_BLOCK\s*-->")
_HTML_HEADING = re.compile(r"h[1-6]")
_MARK = re.compile(rb"(?<!\\)\{(?::|(?=[ \t]*#))(?P<attributes>[^{}\r\n]*)\}")


class Body(NamedTuple):
    headings: tuple[Heading, ...] = ()
    block: tuple[BlockLine, ...] = ()
    links: tuple[Link, ...] = ()
    labels: tuple[Label, ...] = ()
    anchors: frozenset[str] | None = frozenset()  # None where they are unknown
    link_count: int = 0
    surplus: tuple[int, int | None] | None = None  # the place of the first link too many; then `links` is empty


class Declined(Exception):  # noqa: N818 - it says what happened
    """A quick scan is not enough; the message says why, in a word or two."""


class Scan(NamedTuple):
    """What a quick scan finds in a body: what links lead to, without places, anchors, the block, and unused labels.

    The lines of headings only tell their order; None where they were not asked for.
    """

    targets: tuple[LinkTarget, ...]
    plain_targets: tuple[tuple[str, str, str], ...]  # the parts of those that PLAIN describes
    anchors: frozenset[str]
    link_count: int
    block: tuple[BlockLine, ...] = ()
    labels: tuple[Label, ...] = ()
    headings: tuple[Heading, ...] | None = None


class _Anchored(NamedTuple):
    """A heading that takes an anchor, and where it ends; one in raw HTML has no end of its own."""

    heading: HeadingText
    end: int | None


class _Flow:
    """What is shown in one piece: the body without its footnotes, or one footnote.

    Footnotes are shown behind the body, so a comment or a heading that one of them leaves open ends with it.
    """

    __slots__ = ("anchored", "anchors", "is_note", "label_uses", "links", "name", "pieces", "scanner")

    def __init__(self, name: str | None = None, *, is_note: bool = False) -> None:
        self.name = name  # of the footnote; None as well for one that is defined already
        self.is_note = is_note
        self.scanner = html.Scanner()
        self.pieces: list[str] | None = None  # the text of a heading that is open while a footnote within is read
        self.links: list[Link] = []
        self.anchors: set[str] = set()
        self.anchored: list[_Anchored] = []
        self.label_uses: list[tuple[str, bool]] = []  # the labels of references, and whether an image has it

    @property
    def is_of_use(self) -> bool:
        return bool(self.links or self.anchors or self.anchored or self.label_uses or self.scanner.is_hidden)


class Builder:
    """Takes headings, links and markup in the order of the text."""

    def __init__(self, places: Positions, links: Links, most_links: int, *, knows_columns: bool) -> None:
        self.places = places
        self.labels = Labels()
        self.pieces: list[str] | None = None  # the text of the heading that is open, be it Markdown or HTML
        self.verbatim: list[tuple[int, int]] = []  # where braces are code or markup, and no marks
        self._flavour = links.slugs
        self._knows_columns = knows_columns
        self._flow = _Flow()
        self._outer: list[_Flow] = []  # what the open footnotes stand in
        self._footnotes: dict[str, _Flow] = {}
        self._repeated: list[_Flow] = []  # footnotes whose label is taken, which are not shown
        self._footnote_spans: list[tuple[int, int, str | None]] = []
        self._literal = 0  # how many of its pieces hold no attributes
        self._html_heading = False
        self._is_swallowed = False  # whether the open heading is none, since a tag before it goes on through its own
        self._headings: list[tuple[Heading, _Flow]] = []
        self._curtains: list[int] = []  # where a comment goes on beyond its fragment, and where it has ended, in turn
        self._most_links = most_links
        self._link_count = 0
        self._excess: Link | None = None  # the first link too many, in the order of the text
        self._block_at: int | None = None

    @property
    def is_hidden(self) -> bool:
        return self._flow.scanner.is_hidden

    def was_hidden(self, offset: int) -> bool:
        """Whether a place lies inside a comment that goes on beyond its fragment."""
        return bisect_right(self._curtains, offset) % 2 == 1

    def open_heading(self, *, is_swallowed: bool = False) -> None:
        self._end_html_heading()
        self.pieces, self._literal = [], 0
        self._is_swallowed = is_swallowed

    def next_block(self) -> bool:
        """Whether the tag of the next block is swallowed, because raw HTML before it ends within a tag."""
        scanner = self._flow.scanner
        is_open, scanner.has_open_tag = scanner.has_open_tag, False
        return is_open

    def literal(self) -> None:
        """What was put into a heading last is code, or escaped: braces in it are no attributes."""
        if self.pieces is not None:
            self._literal = len(self.pieces)

    def unseen(self) -> None:
        """Something in a heading that is not text: a blank before it does not end the heading."""
        if self.pieces is not None:
            self.pieces.append("")

    def close_heading(self, level: int, start: int, end: int, *, nested: bool) -> None:
        heading = self._close_anchored(end, is_title=level == 1)
        if not self._is_swallowed:
            found = Heading(level, " ".join(heading.text.split()), *self.place(start), nested)
            self._headings.append((found, self._flow))

    def close_term(self, end: int) -> None:
        """The term of a definition list, which has an anchor as a heading has."""
        self._close_anchored(end)

    def _close_anchored(self, end: int, *, is_title: bool = False) -> HeadingText:
        pieces, self.pieces = self.pieces or [""], None
        pieces[-1] = pieces[-1].rstrip(" \t")
        divided = slugs.divided(self._flavour, "".join(pieces[self._literal :]))
        heading = HeadingText("".join(pieces[: self._literal]) + divided.text, divided.custom, is_title)
        if not self.is_hidden and not self._is_swallowed:
            self._flow.anchored.append(_Anchored(heading, end))
        return heading

    def open_footnote(self, label: str, start: int, end: int) -> None:
        name = self.labels.define_footnote(label, start)
        self._footnote_spans.append((start, end, name))
        self._flow.pieces, self.pieces = self.pieces, None
        self._outer.append(self._flow)
        self._flow = _Flow(name, is_note=True)
        self._note_curtain(start)

    def close_footnote(self, end: int) -> None:
        self._end_html_heading()
        flow, self._flow = self._flow, self._outer.pop()
        self.pieces, self._flow.pieces = self._flow.pieces, None
        self._html_heading = self.pieces is not None  # one in Markdown has no footnotes within
        self._note_curtain(end)
        if not flow.is_of_use:
            return  # there may be a hundred thousand
        if flow.name is None:
            self._repeated.append(flow)
        else:
            self._footnotes[flow.name] = flow

    def use_label(self, label: str, *, is_image: bool) -> None:
        """A reference to a definition."""
        if self.is_hidden:
            return
        if self._outer:
            self._flow.label_uses.append((label, is_image))
        else:
            self.labels.use(label, is_image=is_image)

    def link(self, target: str, start: int, target_place: tuple[int, str] | None, *, is_image: bool = False) -> None:
        if not self.is_hidden:
            self._add(
                Link(target, "image" if is_image else "link", *self.place(start), self.target_place(target_place))
            )

    def wiki(self, target: str, start: int, target_place: tuple[int, str] | None) -> None:
        if not self.is_hidden:
            target = target.removesuffix("\\")  # in a table the bar behind it is escaped
            self._add(Link(target, "wiki", *self.place(start), self.target_place(target_place)))

    @property
    def _is_full(self) -> bool:
        """One link too many is enough to know of."""
        return self._link_count > self._most_links

    def _add(self, link: Link) -> None:
        if self._is_full:
            return
        self._flow.links.append(link)
        self._link_count += 1
        if self._link_count > self._most_links:
            self._excess = link

    def _note_curtain(self, offset: int) -> None:
        is_hidden = self.is_hidden or any(each.scanner.is_hidden for each in self._outer[:1])
        if is_hidden != (len(self._curtains) % 2 == 1):
            self._curtains.append(offset)

    def markup(self, pieces: Iterable[Piece], end: int, *, is_block: bool = False) -> None:
        """Raw HTML that stands in one piece, though a quotation or a list may have cut its lines."""
        joined = Joined(pieces)
        text = joined.text
        if not text:
            return
        self.verbatim.append((joined.offset(0), end))
        if self._block_at is None and (mark := BLOCK_MARK.search(text)):
            following = _LINE_END.search(text, mark.end())
            self._block_at = joined.offset(following.end()) if following and following.end() < len(text) else end
        if "<" not in text and not self.is_hidden and self.pieces is None:
            return
        open_before = self.pieces
        for found in self._flow.scanner.scan(text):
            if isinstance(found, html.Tag):
                self._tag(found, joined)
            elif self.pieces is not None:
                self.pieces.append(found.text)
        if is_block and self._html_heading and self.pieces is not open_before:
            self._name_open_heading()
        self._note_curtain(end)

    def _tag(self, tag: html.Tag, joined: Joined) -> None:
        self._flow.anchors.update(map(slugs.as_anchor, html.anchors(tag)))
        for target in html.targets(tag):
            if self._is_full:
                break  # a list of images may name a million
            target_place = self._target_place_in(joined, target) if self._knows_columns else None
            place = self.place(joined.offset(tag.at))
            self._add(Link(target.target, "link" if target.is_link else "image", *place, target_place))
        if _HTML_HEADING.fullmatch(tag.name):
            self._heading_tag(tag)

    def _heading_tag(self, tag: html.Tag) -> None:
        self._end_html_heading(is_closed=tag.is_end)  # another one ends it as well
        if not tag.is_end and self.pieces is None:
            self.pieces, self._html_heading = [], True
            self._flow.scanner.wants_text = True

    def _name_open_heading(self) -> None:
        """A browser reads on until a heading ends; that its text ends with its block is what its author meant."""
        flavour, text = FLAVOURS[self._flavour], self._html_text().text
        if text and flavour.names_raw:
            self._flow.anchors.add(flavour.slug(text))

    def _end_html_heading(self, *, is_closed: bool = False) -> None:
        """Ends the heading in raw HTML that is open, if one is."""
        if self.pieces is not None and self._html_heading:
            text = self._html_text()
            if text.text or is_closed:  # what is left open around nothing has no name
                self._flow.anchored.append(_Anchored(text, None))
            self.pieces = None
        self._html_heading = self._flow.scanner.wants_text = False

    def _html_text(self) -> HeadingText:
        return HeadingText(" ".join("".join(self.pieces or ()).split()))

    def _target_place_in(self, joined: Joined, target: html.Target) -> TargetPlace | None:
        """Where the target stands, unless the lines of a quotation cut what stands there."""
        at, written = joined.offset(target.at), target.written
        found = self.places.data.startswith(written.encode(), at) and "\n" not in written
        return TargetPlace(*self.places.of(at), written) if found else None

    def placed_links(self) -> tuple[Link, ...]:
        """The links of a text without definitions and footnotes, or none where they are too many."""
        return () if self._is_full else tuple(self._flow.links)

    def finish(self) -> Body:
        self._end_html_heading()
        self.labels.settle_marks()
        self._show_footnotes()
        labels = tuple(self.labels.judged(self.place))
        anchors = self._flow.anchors
        anchors.update(self.labels.footnote_anchors(FLAVOURS[self._flavour].footnote))
        self._take_marks()
        anchors.update(self._heading_anchors())
        block = () if self._block_at is None else tuple(self._block_lines(self._block_at))
        links = (*self._flow.links, *self.labels.links(self.place))
        surplus = links[self._most_links] if len(links) > self._most_links else self._excess
        return Body(
            headings=tuple(self._shown_headings()),
            block=block,
            links=() if surplus else links,
            labels=labels,
            anchors=frozenset(map(nfc, anchors)),
            link_count=len(links),
            surplus=(surplus.line, surplus.column) if surplus else None,
        )

    def _block_lines(self, at: int) -> Iterator[BlockLine]:
        return visible_block(self.places.data, at, self.places.line_of(at))

    def _show_footnotes(self) -> None:
        """Takes what footnotes hold behind the rest, in the order of the first references to them."""
        shown, is_hidden = self._flow, self.is_hidden
        for name in self.labels.used_footnotes():
            footnote = self._footnotes.pop(name, None)
            if footnote is None:
                continue
            shown.anchored += footnote.anchored
            shown.anchors |= footnote.anchors
            # In a comment that is open there, nothing is followed; whether it ends within is not looked for.
            if is_hidden:
                self.labels.keep(footnote.label_uses)
                continue
            shown.links += footnote.links
            for label, is_image in footnote.label_uses:
                self.labels.use(label, is_image=is_image)
            is_hidden = footnote.scanner.is_hidden
        for footnote in (*self._footnotes.values(), *self._repeated):
            self.labels.keep(footnote.label_uses)
            if FLAVOURS[self._flavour].shows_unused_footnotes:
                shown.anchored += footnote.anchored
                shown.anchors |= footnote.anchors

    def _shown_headings(self) -> Iterator[Heading]:
        """Without those of footnotes that are not shown."""
        if FLAVOURS[self._flavour].shows_unused_footnotes:
            return (heading for heading, _ in self._headings)
        used = set(self.labels.used_footnotes())
        return (heading for heading, flow in self._headings if not flow.is_note or flow.name in used)

    def _heading_anchors(self) -> Iterator[str]:
        flavour = FLAVOURS[self._flavour]
        numbered = [each.heading for each in self._flow.anchored if each.end is not None or flavour.counts_raw]
        yield from slugs.anchors(self._flavour, numbered)
        for each in self._flow.anchored:
            if each.end is None and flavour.names_raw:
                yield flavour.slug(each.heading.text)
            yield from slugs.further_anchors(self._flavour, each.heading.text)

    def _take_marks(self) -> None:
        """`{: #id}`: the id of whatever stands before it."""
        flavour, data = FLAVOURS[self._flavour], self.places.data
        if not flavour.marks:
            return
        anchored, unshown = self._flow.anchored, self._unshown_footnotes()
        ends = {each.end: index for index, each in enumerate(anchored)}
        for found in _MARK.finditer(data):
            _, anchor = slugs.identified(found["attributes"].decode())
            is_bare = not found[0].startswith(b"{:")
            if not anchor or (is_bare and not flavour.bare_marks):
                continue
            if _is_within(self.verbatim, found.start()) or _is_within(unshown, found.start()):
                continue
            heading = ends.get(self.places.start_of_line(found.start()))
            if heading is None or not flavour.mark_renames_heading:
                self._flow.anchors.add(anchor)
            else:
                old = anchored[heading]
                anchored[heading] = old._replace(heading=HeadingText(old.heading.text, anchor))

    def _unshown_footnotes(self) -> list[tuple[int, int]]:
        if FLAVOURS[self._flavour].shows_unused_footnotes:
            return []
        used = set(self.labels.used_footnotes())
        return [(start, end) for start, end, name in self._footnote_spans if name not in used]

    def is_attribute_holder(self, following: str) -> bool:
        """Whether an empty link is only there for the id in braces that follow it, `[](){#id}`."""
        return FLAVOURS[self._flavour].bare_marks and following == "{"

    def place(self, offset: int) -> tuple[int, int | None]:
        return self.places.of(offset) if self._knows_columns else (self.places.line_of(offset), None)

    def target_place(self, found: tuple[int, str] | None) -> TargetPlace | None:
        return TargetPlace(*self.places.of(found[0]), found[1]) if found else None


def _is_within(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    index = bisect_right(spans, offset, key=itemgetter(0)) - 1
    return index >= 0 and offset < spans[index][1]
