"""Reads a body with pyromark: whole, or its links alone."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from pyromark import Markdown, Options

from meminit.config.settings import Links
from meminit.documents import places
from meminit.documents.body import Body, Builder, Declined, Scan
from meminit.documents.html import with_clear_ends
from meminit.documents.labels import Definition, ends_of_links, is_footnote, is_index, is_page, masked, without_masks
from meminit.documents.places import NO_SHIFTS, Piece, Positions
from meminit.documents.quick_scan import QuickScanner
from meminit.documents.sought import sought
from meminit.model.link import Link, Wanted
from meminit.sources.limits import DEFAULT

if TYPE_CHECKING:
    from pyromark.event import Range  # costs start-up, and serves the type checker alone


_OPTIONS = Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH
_PARSER = Markdown(options=_OPTIONS)
_CONTAINERS = frozenset({"BlockQuote", "Item", "FootnoteDefinition", "DefinitionListDefinition"})
_TERM = "DefinitionListTitle"
# What makes the line above it the term of a definition list.
_DEFINED = re.compile(r"^[ \t>]*:[ \t]", re.MULTILINE)
_HOLDERS = frozenset({"BlockQuote", "FootnoteDefinition", "Item", "List"})
_INLINE = frozenset({"Emphasis", "Strong", "Strikethrough"})
_REFERENCES = frozenset({"Reference", "Collapsed", "Shortcut"})
# What may be a definition, in a quotation or a list as well; whether it is one, the parser knows.
_DEFINITION = re.compile(rb"(?:^|(?<=\r))[ \t>*+\-0-9.)]*\[((?:[^\[\]\\\r\n]|\\.){1,999})\]:", re.MULTILINE)
# What HTML has to hold to name a target, or to hide what follows; a comment that is all there is hides nothing else.
_REMARKABLE = re.compile(rb"href|src|poster|<!--", re.IGNORECASE)
_COMMENT_ALONE = re.compile(rb"\s*<!--(?!-?>)[^<>]*-->\s*")


def read(
    text: str,
    first_line: int,
    links: Links,
    most_links: int = DEFAULT.links,
    shifts: Mapping[int, int] = NO_SHIFTS,
) -> Body:
    builder = Builder(Positions(text.encode(), first_line, shifts), links, most_links, knows_columns=True)
    text = with_clear_ends(text, _PARSER)
    data = text.encode()
    marks = _footnotes_in_links(text, data) if _has_footnotes(text) else []
    reader = _Reader(masked(data, marks).decode() if marks else text, links, builder)
    for label, start, _ in marks:
        reader.note_footnote(label, start)
    return reader.read()


def placed_links(
    text: str,
    first_line: int,
    links: Links,
    most_links: int,
    shifts: Mapping[int, int] = NO_SHIFTS,
    wanted: Wanted | None = None,
) -> tuple[Link, ...]:
    """Where labels have a say, the whole text has to be read; there may be more links than those that are wanted."""
    if wanted and not links.wiki and not _has_terms(links, text):
        with suppress(Declined):
            return sought(scanner(links.slugs), text, wanted, first_line, shifts)
    clear = with_clear_ends(text, _PARSER)
    if _has_footnotes(text) or ("]:" in text and _PARSER.reference_definitions(clear)):
        return read(text, first_line, links, most_links, shifts).links
    builder = Builder(Positions(text.encode(), first_line, shifts), links, most_links, knows_columns=True)
    return _PlacedLinks(_options(links, clear), builder).links(clear)


def quick_scan(
    text: str,
    links: Links,
    first_line: int = 1,
    shifts: Mapping[int, int] = NO_SHIFTS,
    *,
    wants_headings: bool = False,
) -> Scan | None:
    if links.wiki or _has_terms(links, text):
        return None
    try:
        return scanner(links.slugs).at(text, first_line, shifts, wants_headings=wants_headings)
    except Declined:
        return None


@cache
def scanner(flavour: str) -> QuickScanner:
    return QuickScanner(_OPTIONS, flavour)


def _options(links: Links, text: str) -> Options:
    options = _OPTIONS | Options.ENABLE_WIKILINKS if links.wiki else _OPTIONS
    return options | Options.ENABLE_DEFINITION_LIST if _has_terms(links, text) else options


def _has_terms(links: Links, text: str) -> bool:
    return links.terms and _DEFINED.search(text) is not None


def _has_footnotes(text: str) -> bool:
    return "^" in text and "[^" in text  # to look for one character takes a tenth of the time


def _footnotes_in_links(text: str, data: bytes) -> list[tuple[str, int, int]]:
    """Marks of footnotes that may stand in the text of a link, or right before one.

    The parser would make no link then, unlike GitHub's own. Hiding a mark that is not in a link does no harm.
    """
    candidates = ends_of_links(data)
    if not candidates:
        return []
    marks = []
    for event, span in _PARSER.events_with_range(text):
        if isinstance(event, dict) and "FootnoteReference" in event:
            index = bisect_right(candidates, (span["start"], len(data))) - 1
            if index >= 0 and span["end"] <= candidates[index][1]:
                marks.append((event["FootnoteReference"], span["start"], span["end"]))
    return marks


class _Reader:
    """Passes the parser's events on to the builder, in the order of the text."""

    def __init__(self, text: str, links: Links, builder: Builder) -> None:
        self._text = text
        self._data = builder.places.data
        self._builder = builder
        self._options = _options(links, text)
        self._undefined: list[Mapping[str, Any]] = []
        self._depth = 0  # of quotations, list items and footnotes
        self._images = 0  # an image's text is never shown, nor are links in it
        self._link_starts: set[int] = set()
        self._block = _Block(self._data)
        self._after_bracket = False

    def note_footnote(self, label: str, start: int) -> None:
        self._builder.labels.note_footnote(label, start)

    def read(self) -> Body:
        parser = Markdown(options=self._options, broken_link_callback=self._undefined.append)
        builder = self._builder
        for event, span in parser.events_with_range(self._text):
            # Most events are of no interest; asking for keys is five times as fast as `match`.
            if isinstance(event, dict):
                self._take(event, span)
            elif event == "Rule":
                builder.next_block()
            elif builder.pieces is not None and not self._images:
                builder.pieces.append("\n")  # a break
        if "]:" in self._text:
            self._definitions()
        for each in self._undefined:
            self._undefined_reference(each)
        return builder.finish()

    def _take(self, event: Mapping[str, Any], span: "Range") -> None:
        if "Text" in event:
            self._shown(event["Text"], span)
        elif "Start" in event:
            self._after_bracket = False
            self._start(event["Start"], span)
        elif "End" in event:
            self._end(event["End"], span)
        elif "Html" in event:
            self._block.add(span)
        elif "InlineHtml" in event:
            if self._images:
                return
            self._builder.unseen()
            self._builder.markup([Piece(event["InlineHtml"], span["start"])], span["end"])
        elif "Code" in event:
            self._shown(event["Code"], span)
            self._builder.literal()
            self._builder.verbatim.append((span["start"], span["end"]))
        elif "FootnoteReference" in event:
            self._builder.labels.use_footnote(event["FootnoteReference"], span["start"])

    def _shown(self, text: str, span: "Range") -> None:
        if self._builder.pieces is not None and not self._images:
            self._builder.pieces.append(without_masks(text))
            if text[:1] == "{" and self._data[span["start"] - 1 : span["start"]] == b"\\":
                self._builder.literal()
        if self._after_bracket and text[:1] == "^":
            self._bracketed(text, span)
        self._after_bracket = text == "["

    def _bracketed(self, text: str, span: "Range") -> None:
        """`[^1]` that no footnote explains."""
        start, end = span["start"], span["end"]
        if is_footnote(text) and self._data[start - 1 : start] == b"[" and self._data[end : end + 1] == b"]":
            self._builder.labels.note_footnote(text[1:], start - 1)

    def _start(self, content: Any, span: "Range") -> None:  # noqa: ANN401 - as the parser gives it
        if isinstance(content, str):
            self._start_plain(content)
        elif "Link" in content:
            self._builder.unseen()
            self._link(content["Link"], span, is_image=False)
        elif "Image" in content:
            self._link(content["Image"], span, is_image=True)
            self._builder.unseen()
            self._images += 1
        else:
            self._start_block(content, span, is_swallowed=self._builder.next_block())

    def _start_block(self, content: Mapping[str, Any], span: "Range", *, is_swallowed: bool) -> None:
        if "Heading" in content:
            self._builder.open_heading(is_swallowed=is_swallowed)
        elif "CodeBlock" in content:
            self._builder.verbatim.append((span["start"], span["end"]))
        elif "FootnoteDefinition" in content:
            self._depth += 1
            self._builder.open_footnote(content["FootnoteDefinition"], span["start"], span["end"])
        elif "BlockQuote" in content:
            self._depth += 1

    def _start_plain(self, content: str) -> None:
        """The start of what has no properties."""
        if content not in _INLINE:
            self._builder.next_block()
        if content in _CONTAINERS:
            self._depth += 1
        elif content == _TERM:
            self._builder.open_heading()

    def _end(self, content: Any, span: "Range") -> None:  # noqa: ANN401 - as the parser gives it
        if not isinstance(content, str):
            if "Heading" in content:
                level = int(content["Heading"][1:])
                self._builder.close_heading(level, span["start"], span["end"], nested=self._depth > 0)
            elif "BlockQuote" in content:
                self._depth -= 1
        elif content == "Image":
            self._images -= 1
        elif content == "Link":
            self._builder.unseen()
        elif content == "HtmlBlock":
            self._builder.markup(self._block.pieces(), span["end"], is_block=True)
            self._block = _Block(self._data)
        elif content == _TERM:
            self._builder.close_term(span["end"])
        elif content in _CONTAINERS:
            self._depth -= 1
            if content == "FootnoteDefinition":
                self._builder.close_footnote(span["end"])

    def _link(self, link: Mapping[str, Any], span: "Range", *, is_image: bool) -> None:
        self._link_starts.add(span["start"])
        if self._images:
            return
        kind = link["link_type"]
        if isinstance(kind, dict) or kind not in _REFERENCES:
            _note_link(self._builder, link, span, is_image=is_image)
        else:
            self._builder.use_label(link["id"], is_image=is_image)

    def _undefined_reference(self, found: Mapping[str, Any]) -> None:
        """`[text][label]`, unless the label is the text of a link of its own, as in `[a][b][c]`."""
        start, end = found["span"]["start"], found["span"]["end"]
        # The span of `[label][]` ends before the empty brackets.
        label = end if found["link_type"] == "Collapsed" else end - 2 - len(found["reference"].encode())
        label = self._data.rfind(b"[", start, label + 1)  # blanks around it are no part of the reference
        is_escaped = self._data[label - 1 : label + 1] == b"\\["
        if found["link_type"] == "Shortcut" or label in self._link_starts or is_escaped:
            return
        if not is_index(self._data, start) and not self._builder.was_hidden(start):
            self._builder.labels.undefined(found["reference"], start)

    def _definitions(self) -> None:
        spans = []
        for label, found in _PARSER.reference_definitions(self._text).items():
            start, end = found["span"]["start"], found["span"]["end"]
            spans.append((start, end))
            target_place = self._builder.target_place(places.definition(self._data, start, end, found["dest"]))
            self._builder.labels.define(Definition(label, found["dest"], start, target_place))
        spans.sort()
        again = [each for each in _DEFINITION.finditer(self._data) if not _is_within(spans, each.start(1))]
        for each in self._outside_leaves(again):
            self._builder.labels.define_again(each[1].decode(), each.start(1) - 1)

    def _outside_leaves(self, found: list[re.Match[bytes]]) -> Iterator[re.Match[bytes]]:
        """Those that the parser took for definitions, since they belong to no paragraph and no other block of text."""
        if not found:
            return
        leaves = chain(self._leaves(), [(len(self._data) + 1, 0)])  # one by one: there may be millions
        start, end = next(leaves)
        for each in found:
            while end and end <= each.start(1):
                start, end = next(leaves)
            if each.start(1) < start:
                yield each

    def _leaves(self) -> Iterator[tuple[int, int]]:
        """Where text and blocks of text stand; what a container holds besides are definitions."""
        for event, span in _PARSER.events_with_range(self._text):
            content: Any = event.get("Start", event.get("End", "")) if isinstance(event, dict) else ""
            if (content if isinstance(content, str) else next(iter(content))) not in _HOLDERS:
                yield span["start"], span["end"]


def _is_within(spans: list[tuple[int, int]], offset: int) -> bool:
    index = bisect_right(spans, offset, key=itemgetter(0)) - 1
    return index >= 0 and offset < spans[index][1]


class _Block:
    """The lines of an HTML block, of which a quotation or a list may have cut the beginnings."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._starts, self._ends = array("q"), array("q")  # there may be a million lines

    def add(self, span: "Range") -> None:
        self._starts.append(span["start"])
        self._ends.append(span["end"])

    def pieces(self) -> Iterator[Piece]:
        """What the parser calls HTML is what stands there."""
        for start, end in zip(self._starts, self._ends, strict=True):
            yield Piece(self._data[start:end].decode(), start)


def _note_link(builder: Builder, link: Mapping[str, Any], span: "Range", *, is_image: bool) -> None:
    """Adds a link that needs no definition."""
    kind, target, start, end = link["link_type"], link["dest_url"], span["start"], span["end"]
    data = builder.places.data
    if isinstance(kind, dict):
        if is_page(target) and not is_index(data, start):
            builder.wiki(target, start, places.wiki(data, start, end, target))
    elif kind == "Inline":
        if target or not builder.is_attribute_holder(data[end : end + 1].decode("utf-8", "replace")):
            builder.link(target, start, places.inline(data, start, end, target), is_image=is_image)
    elif kind == "Autolink":
        builder.link(target, start, (start + 1, target))


class _PlacedLinks:
    def __init__(self, options: "Options", builder: Builder) -> None:
        self._parser = Markdown(options=options)
        self._builder = builder
        self._data = builder.places.data
        self._images = 0  # an image's text is never shown, nor are links in it
        self._block: _Block | None = None  # the one that is open, if it may matter

    def links(self, text: str) -> tuple[Link, ...]:
        """What the whole reading finds of links in the text."""
        for event, span in self._parser.events_with_range(text):
            if "Text" in event or not isinstance(event, dict):
                continue
            if "Start" in event:
                self._start(event["Start"], span)
            elif "End" in event:
                self._end(event["End"], span)
            elif "Html" in event:
                if self._block:
                    self._block.add(span)
            elif "InlineHtml" in event and not self._images and self._is_remarkable(span):
                self._builder.markup([Piece(event["InlineHtml"], span["start"])], span["end"])
        return self._builder.placed_links()

    def _start(self, content: Any, span: "Range") -> None:  # noqa: ANN401 - as the parser gives it
        if "Link" in content:
            if not self._images:
                _note_link(self._builder, content["Link"], span, is_image=False)
        elif "Image" in content:
            if not self._images:
                _note_link(self._builder, content["Image"], span, is_image=True)
            self._images += 1
        elif content == "HtmlBlock" and self._is_remarkable(span):
            self._block = _Block(self._data)

    def _end(self, content: Any, span: "Range") -> None:  # noqa: ANN401 - as the parser gives it
        if content == "Image":
            self._images -= 1
        elif content == "HtmlBlock" and self._block:
            self._builder.markup(self._block.pieces(), span["end"])
            self._block = None

    def _is_remarkable(self, span: "Range") -> bool:
        """Whether HTML may hold a target, or begin or end a comment that goes on beyond it."""
        start, end = span["start"], span["end"]
        if self._builder.is_hidden:
            return True
        found = _REMARKABLE.search(self._data, start, end)
        return found is not None and _COMMENT_ALONE.fullmatch(self._data, start, end) is None
