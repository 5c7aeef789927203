"""Finds what few commands look for in a body: text that readers see, code, and definitions that nothing uses."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from meminit.config.settings import Links
from meminit.documents.html import with_clear_ends
from meminit.documents.places import Positions, definition
from meminit.model.link import Link, TargetPlace

if TYPE_CHECKING:
    from pyromark import Markdown

# Of HTML elements whose text is code; what stands between their tags is text to Markdown.
_CODE = ("code", "kbd", "pre", "samp", "script", "style", "tt", "var")
Kind = Literal["text", "heading", "link", "label", "definition", "code"]


class Piece(NamedTuple):
    """Text from one byte of the body to another.

    A `link` is the whole text of a link that has a target of its own, a `label` is a name by which a link finds its
    definition, and a `definition` is that name where it is defined.
    """

    kind: Kind
    start: int
    end: int


def prose(text: str, links: Links) -> tuple[Piece, ...] | None:
    """The pieces in the order of the text; None where this machine has no parser that knows their places."""
    parser = _parser(links)
    if parser is None:
        return None
    clear = with_clear_ends(text, parser)
    reader = _Reader(clear.encode())
    for event, span in parser.events_with_range(clear):
        if isinstance(event, dict):
            reader.take(event, span["start"], span["end"])
    definitions = parser.reference_definitions(clear).items() if "]:" in clear else ()
    starts = sorted((found["span"]["start"] + 1, label) for label, found in definitions)
    labels = (Piece("definition", start, start + len(label.encode())) for start, label in starts)
    shown = (each for each in reader.pieces if each.kind != "code")
    return tuple(sorted((*shown, *labels), key=lambda each: each.start))


def code(text: str, links: Links) -> tuple[tuple[int, int], ...]:
    """The bytes of a body that are code, in blocks and in lines; none where no parser knows places."""
    parser = _parser(links)
    if parser is None:
        return ()
    found = []
    for event, span in parser.events_with_range(text):
        start = event.get("Start") if isinstance(event, dict) else None
        if isinstance(event, dict) and ("Code" in event or (isinstance(start, dict) and "CodeBlock" in start)):
            found.append((span["start"], span["end"]))
    return tuple(found)


def definitions(text: str, first_line: int, links: Links) -> tuple[Link, ...]:
    """All definitions of a body, also those that nothing uses; none where no parser knows places."""
    parser = _parser(links) if "]:" in text else None
    clear = with_clear_ends(text, parser) if parser else ""
    known = parser.reference_definitions(clear).values() if parser else ()
    if not known:
        return ()
    data = text.encode()
    positions = Positions(data, first_line)
    found = []
    for each in known:
        start, end = each["span"]["start"], each["span"]["end"]
        target = definition(data, start, end, each["dest"])
        if target:
            place = TargetPlace(*positions.of(target[0]), target[1])
            found.append(Link(each["dest"], "link", *positions.of(start), place))
    return tuple(found)


def _parser(links: Links) -> "Markdown | None":
    try:
        from pyromark import Markdown, Options  # noqa: PLC0415 - no wheel for every machine
    except ImportError:
        return None
    options = Options.ENABLE_TABLES | Options.ENABLE_FOOTNOTES | Options.ENABLE_STRIKETHROUGH
    return Markdown(options=options | Options.ENABLE_WIKILINKS if links.wiki else options)


class _Link(NamedTuple):
    kind: Literal["link", "label", "none"]
    start: int
    end: int
    first: int  # the number of its first piece


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._links: list[_Link] = []
        self._is_heading = False
        self._code = 0
        self.pieces: list[Piece] = []

    def take(self, event: Mapping[str, Any], start: int, end: int) -> None:
        if "Text" in event:
            self._text(start, end)
        elif "Code" in event:
            self._code_in_link(event["Code"], start, end)
        elif "InlineHtml" in event:
            self._tag(event["InlineHtml"])
        elif "Start" in event:
            self._begin(event["Start"], start, end)
        elif "End" in event:
            self._end(event["End"])

    def _text(self, start: int, end: int) -> None:
        if self._code or (self._links and self._links[-1].kind == "none"):
            return
        kind: Kind = "heading" if self._is_heading else "text"
        last = self.pieces[-1] if self.pieces else None
        if last and last.end == start and last.kind == kind and self._begins(len(self.pieces)) is None:
            self.pieces[-1] = last._replace(end=end)
        else:
            self.pieces.append(Piece(kind, start, end))

    def _code_in_link(self, text: str, start: int, end: int) -> None:
        """Code is no text, unless it is all that a link shows."""
        if self._links and self._links[-1].kind == "link":
            at = self._data.find(text.encode(), start, end)
            self.pieces.append(Piece("code", at, at + len(text.encode())) if at >= 0 else Piece("code", start, start))

    def _begins(self, number: int) -> _Link | None:
        """The link whose text begins with the next piece."""
        return self._links[-1] if self._links and self._links[-1].first == number else None

    def _tag(self, tag: str) -> None:
        name = tag.strip("</>").split(maxsplit=1)[0].lower() if tag.strip("</> ") else ""
        if name in _CODE:
            self._code = max(0, self._code - 1) if tag.startswith("</") else self._code + 1

    def _begin(self, content: object, start: int, end: int) -> None:
        if not isinstance(content, dict):
            return
        if "CodeBlock" in content:
            self._code += 1
        elif "Heading" in content:
            self._is_heading, self._code = True, 0
        elif "Link" in content or "Image" in content:
            how = (content.get("Link") or content["Image"])["link_type"]
            kind = self._kind(how) if "Link" in content else "none"  # the text of an image is not shown
            self._links.append(_Link(kind, start, end, len(self.pieces)))
            if how == "Reference":
                self._label(start, end)

    def _kind(self, how: object) -> Literal["link", "label", "none"]:
        if isinstance(how, dict):
            return "link" if how["WikiLink"]["has_pothole"] else "none"
        return "label" if how in {"Shortcut", "Collapsed"} else "link" if how in {"Inline", "Reference"} else "none"

    def _label(self, start: int, end: int) -> None:
        """The label of `[text][label]`, which stands behind its text."""
        at = self._data.rfind(b"[", start, end)
        if at > start:
            self.pieces.append(Piece("label", at + 1, end - 1))
            self._links[-1] = self._links[-1]._replace(first=len(self.pieces))

    def _end(self, content: object) -> None:
        if isinstance(content, dict):
            self._is_heading = self._is_heading and "Heading" not in content
        elif content == "CodeBlock":
            self._code -= 1
        elif content in {"Link", "Image"}:
            self._close(self._links.pop())

    def _close(self, link: _Link) -> None:
        """Where one piece is all there is between the brackets, it is the text of the link."""
        if len(self.pieces) == link.first + 1 and link.kind != "none":
            piece = self.pieces[-1]
            is_whole = self._data[link.start : piece.start].strip(b"!") == b"[" and piece.kind != "code"
            if link.kind == "link" or is_whole:
                self.pieces[-1] = piece._replace(kind=link.kind)
