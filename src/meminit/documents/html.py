"""Reads raw HTML as a browser would: tags with their attributes, text between them, nothing inside comments or scripts.

Every character is looked at a bounded number of times, whatever the text.

It also makes pyromark end an HTML block of raw text, such as <pre> or <script>, where CommonMark ends it. For
CommonMark, and so for GitHub, the first end tag of any of four elements ends the block, in capital or small letters.
pyromark waits for the end tag of the same element, in small letters, and takes all before it for HTML.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from html.entities import html5
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyromark import Markdown  # which some machines lack; they have another parser, and need none of this

_TAG = re.compile(r"</?([A-Za-z][^ \t\r\n\f/>]*)")
_ATTRIBUTE = re.compile(r"[ \t\r\n\f/]*([^ \t\r\n\f/>=][^ \t\r\n\f/>=]*|=[^ \t\r\n\f/>=]*)")
_EQUALS = re.compile(r"[ \t\r\n\f]*=[ \t\r\n\f]*")
_UNQUOTED = re.compile(r"[^ \t\r\n\f>]*")  # a space without a break belongs to it
_CANDIDATE = re.compile(r"[ \t\r\n\f,]*([^ \t\r\n\f,][^ \t\r\n\f]*)")
_DROPPED = re.compile(r"[\t\r\n]")  # browsers drop these from addresses
_REFERENCE = re.compile(r"&([A-Za-z][A-Za-z0-9]*+)([;=]?)")
_NUMBER = re.compile(r"&#0*([0-9]{1,8})[0-9]*")
_SPACE = " \t\n\f\r"
_RAW = {
    name: re.compile(f"</{name}(?=[\\s/>])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes")
}
# Whatever is not a plain tag such as <td>: comments, headings, tags with attributes or of elements that hold raw text.
_REMARKABLE = re.compile(
    rf"<(?:[!?]|/[^A-Za-z]|/?h[1-6]>|/?[A-Za-z][^\s/<>]*[\s/<]|(?:{'|'.join(_RAW)})>)", re.IGNORECASE
)
_COMMENT_END = re.compile("--!?>")
COMPONENT, LINK_COMPONENT = "*", "*link"
# The attributes that name another file, by element; whatever else an element has is not followed.
_TARGETS: Mapping[str, tuple[str, ...]] = {
    "a": ("href",),
    "area": ("href",),
    "audio": ("src",),
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    # In the place of the names of components; no element of HTML can be called so.
    COMPONENT: ("href",),
    LINK_COMPONENT: ("href", "to"),
}
_WANTED = frozenset({"id", "name"}.union(*_TARGETS.values()))  # a tag may have a million others
_CLICKED = frozenset({"a", "area", COMPONENT, LINK_COMPONENT})
_NAMES = "(pre|script|style|textarea)"
_START = rf"<{_NAMES}(?=[ \t\r\n>]|\Z)"
_END = rf"</{_NAMES}>"
_STARTS, _ENDS, _TAGS = (
    re.compile(each, re.IGNORECASE | re.ASCII) for each in (_START, _END, f"(?:{_START})|(?:{_END})")
)


class Attribute(NamedTuple):
    """The value as it is meant and as it is written, and where it stands."""

    value: str
    written: str
    at: int


class Tag(NamedTuple):
    name: str
    at: int
    is_end: bool
    attributes: Mapping[str, Attribute]


class Text(NamedTuple):
    text: str


class Target(NamedTuple):
    """A target that a tag names, how and where it is written; `is_link` for what is clicked."""

    target: str
    written: str
    at: int
    is_link: bool


class Scanner:
    """Reads one fragment after the other. A comment that a fragment leaves open goes on in the next."""

    def __init__(self) -> None:
        self.wants_text = False  # whether the text between the tags is needed
        self.is_hidden = False  # whether what follows is inside a comment, and so not shown at all
        self.has_open_tag = False  # whether the last fragment ends within a tag, which then goes on in what follows
        self._never_ended: set[str] = set()  # elements with raw text whose end is nowhere in the rest of the fragment

    def scan(self, text: str) -> Iterator[Tag | Text]:
        at = 0
        self._never_ended.clear()
        self.has_open_tag = False
        while at < len(text):
            if self.is_hidden:
                end = _COMMENT_END.search(text, at)
                self.is_hidden, at = end is None, end.end() if end else len(text)
                continue
            start = self._next(text, at)
            if start != at and self.wants_text:
                yield Text(unescaped(text[at : start if start >= 0 else len(text)]))
            if start < 0:
                return
            tag, at = self._markup(text, start)
            if tag:
                yield tag

    def _next(self, text: str, at: int) -> int:
        """Where the next tag begins that may matter; without need for text, plain tags are passed over in one go."""
        if self.wants_text:
            return text.find("<", at)
        found = _REMARKABLE.search(text, at)
        return found.start() if found else -1

    def _markup(self, text: str, start: int) -> tuple[Tag | None, int]:
        """The tag that begins here, if it is one, and where to go on."""
        found = _TAG.match(text, start)
        if found:
            return self._tag(text, found)
        if text.startswith("<!--", start):
            return None, self._comment(text, start + 4)
        if text.startswith(("<!", "<?", "</"), start):
            end = text.find(">", start)
            return None, end + 1 if end >= 0 else len(text)
        return None, start + 1

    def _comment(self, text: str, at: int) -> int:
        for short in (">", "->"):
            if text.startswith(short, at):
                return at + len(short)
        self.is_hidden = True
        return at

    def _tag(self, text: str, found: re.Match[str]) -> tuple[Tag | None, int]:
        attributes: dict[str, Attribute] = {}
        at = found.end()
        while name := _ATTRIBUTE.match(text, at):
            at = name.end()
            value = None
            equals = _EQUALS.match(text, at)
            if equals:
                value = _value(text, equals.end())
                if value is None:
                    return None, len(text)  # a quote that is never closed: the tag never ends
                at = value.at + len(value.written) + (value.at > equals.end())
            if name[1].lower() in _WANTED:
                attributes.setdefault(name[1].lower(), value or Attribute("", "", at))
        end = text.find(">", at)
        if end < 0:
            self.has_open_tag = True
            return None, len(text)
        name_of_tag, is_end = found[1].lower(), text.startswith("</", found.start())
        after = end + 1
        if name_of_tag in _RAW and not is_end:
            after = self._end_of_raw(text, after, name_of_tag)
        return Tag(name_of_tag, found.start(), is_end, attributes), after

    def _end_of_raw(self, text: str, at: int, name: str) -> int:
        """Where the raw text ends that begins here; without an end it is a mention of the element, as in a sentence."""
        closing = None if name in self._never_ended else _RAW[name].search(text, at)
        if closing:
            return closing.start()
        self._never_ended.add(name)  # to look for it again from every mention would cost the square of the text
        return at


def _value(text: str, at: int) -> Attribute | None:
    quote = text[at : at + 1]
    if quote in {'"', "'"}:
        start, end = at + 1, text.find(quote, at + 1)
        if end < 0:
            return None
    else:
        start = at
        unquoted = _UNQUOTED.match(text, at)
        end = unquoted.end() if unquoted else at
    written = text[start:end]
    return Attribute(of_attribute(written), written, start)


def of_attribute(written: str) -> str:
    """The value of an attribute: a name without a semicolon stays as it is before a letter, a digit or =."""
    return unescaped(_REFERENCE.sub(_reference, written)) if "&" in written else written


def _reference(found: re.Match[str]) -> str:
    name, end = found.groups()
    is_one = f"{name};" in html5 if end == ";" else name in html5 and not end
    return found[0] if is_one else f"&amp;{name}{end}"


def unescaped(text: str) -> str:
    """The text with its character references resolved."""
    try:
        return unescape(text)
    except ValueError:  # a number of more digits than Python converts; no character has more than seven
        return unescape(_NUMBER.sub(r"&#\1", text))


def tags(text: str) -> Iterator[Tag]:
    """The tags of a text by themselves."""
    return (each for each in Scanner().scan(text) if isinstance(each, Tag))


def targets(tag: Tag) -> Iterator[Target]:
    """The targets that a tag names; none for an end tag."""
    for name in _TARGETS.get(tag.name, ()) if not tag.is_end else ():
        attribute = tag.attributes.get(name)
        if attribute and name == "srcset":
            yield from _images(attribute)
        elif attribute:
            written = attribute.written.lstrip(_SPACE)
            at = attribute.at + len(attribute.written) - len(written)
            yield Target(
                _DROPPED.sub("", attribute.value.strip(_SPACE)), written.rstrip(_SPACE), at, tag.name in _CLICKED
            )


def _images(srcset: Attribute) -> Iterator[Target]:
    """The addresses of a list of images, without their widths."""
    at = 0
    while candidate := _CANDIDATE.match(srcset.value, at):
        url = candidate[1]
        at = candidate.end()
        if not url.endswith(","):
            comma = srcset.value.find(",", at)
            at = comma + 1 if comma >= 0 else len(srcset.value)
        url = url.rstrip(",")
        yield Target(url, url, srcset.at + candidate.start(1), is_link=False)


def anchors(tag: Tag) -> Iterator[str]:
    """The places that a tag opens: any element's id, and the name of an `a`."""
    if tag.is_end:
        return
    for name in ("id", "name") if tag.name == "a" else ("id",):
        attribute = tag.attributes.get(name)
        if attribute and attribute.value:
            yield attribute.value


def may_end_too_late(text: str) -> bool:
    """Whether pyromark may miss the end of a block of raw text."""
    # To look for one character takes a tenth of the time.
    ends = set(_ENDS.findall(text)) if "<" in text and "</" in text else set()
    starts = {each.lower() for each in _STARTS.findall(text)} if ends else set()
    return bool(starts) and len(starts | ends) > 1


def with_clear_ends(text: str, parser: "Markdown") -> str:
    """The text, with these tags in HTML blocks written as <pre> and </pre>, and blanks that make up for their length.

    In code and everywhere else they stay as they are written. There they neither begin nor end a block, so the blocks
    are the same as if all of them were written so.
    """
    if not may_end_too_late(text):
        return text
    everywhere = _TAGS.sub(_as_pre, text)
    before, after, pieces, at = text.encode(), everywhere.encode(), [], 0
    for start, end in _html_blocks(everywhere, parser):
        pieces += [before[at:start], after[start:end]]
        at = end
    return b"".join([*pieces, before[at:]]).decode()


def _as_pre(tag: re.Match[str]) -> str:
    return ("</pre>" if tag[0].startswith("</") else "<pre").ljust(len(tag[0]))


def _html_blocks(text: str, parser: "Markdown") -> Iterator[tuple[int, int]]:
    for event, span in parser.events_with_range(text):
        if isinstance(event, dict) and event.get("Start") == "HtmlBlock":
            yield span["start"], span["end"]
