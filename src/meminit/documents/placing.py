"""Finds links with their places in a text without definitions and footnotes, by pyromark's events; nothing else.

Most of the time goes into what is passed over, so that is told from the rest by as few questions as there can be.
"""

import re
from array import array
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pyromark import Markdown

from meminit.documents import spots
from meminit.documents.body import Builder
from meminit.documents.labels import is_index, is_page
from meminit.documents.positions import Piece
from meminit.model.link import Link

if TYPE_CHECKING:
    from pyromark import Options
    from pyromark.event import Range  # costs start-up, and serves the type checker alone

# What HTML has to hold to name a target, or to hide what follows; a comment that is all there is hides nothing else.
_REMARKABLE = re.compile(rb"href|src|poster|<!--", re.IGNORECASE)
_COMMENT_ALONE = re.compile(rb"\s*<!--(?!-?>)[^<>]*-->\s*")


class Block:
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


def note_link(builder: Builder, link: Mapping[str, Any], span: "Range", *, is_image: bool) -> None:
    """Tells the builder of a link that needs no definition."""
    kind, target, start, end = link["link_type"], link["dest_url"], span["start"], span["end"]
    data = builder.places.data
    if isinstance(kind, dict):
        if is_page(target) and not is_index(data, start):
            builder.wiki(target, start, spots.wiki(data, start, end, target))
    elif kind == "Inline":
        if target or not builder.is_attribute_holder(data[end : end + 1].decode("utf-8", "replace")):
            builder.link(target, start, spots.inline(data, start, end, target), is_image=is_image)
    elif kind == "Autolink":
        builder.link(target, start, (start + 1, target))


class Placing:
    def __init__(self, options: "Options", builder: Builder) -> None:
        self._parser = Markdown(options=options)
        self._builder = builder
        self._data = builder.places.data
        self._images = 0  # an image's text is never shown, nor are links in it
        self._block: Block | None = None  # the one that is open, if it may matter

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
                note_link(self._builder, content["Link"], span, is_image=False)
        elif "Image" in content:
            if not self._images:
                note_link(self._builder, content["Image"], span, is_image=True)
            self._images += 1
        elif content == "HtmlBlock" and self._is_remarkable(span):
            self._block = Block(self._data)

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
