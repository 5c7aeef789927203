"""Accounts for each tag of the HTML that the parser writes for a body.

Text is escaped there, in code as well. So each `<` begins a tag of the parser's own, or something that its author wrote
as HTML. The former, and tags without anchors, targets and raw text, are passed over. Comments and all other tags are
taken out of the HTML, and `html` reads them, as it does for the whole reading.
"""

import re
from typing import NamedTuple, TypeAlias

from meminit.documents import html
from meminit.documents.html import Tag

_RAW_TEXT = "iframe|noembed|noframes|plaintext|script|style|textarea|title|xmp"
# Attributes that are neither anchors nor targets. Possessive, since a tag may have a million of them.
_ATTRIBUTE = (
    r"""\s++(?!(?i:id|name|href|src|srcset|poster|to)\b)[^\s"'<>=/`]++(?:=(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=`]++))?+"""
)
_NO_ENTITY = r"""[^"<>\s{}&\\\[\]`]*+"""
_AS_WRITTEN = rf"{_NO_ENTITY}(?:&(?:amp|lt|gt|quot|#x27);{_NO_ENTITY})*+"
_TEMPLATE = r"""{{(?:< ref "[A-Za-z0-9#./-]+" >|;+)}}"""
_WITH_TARGET = rf"""(?:a href|img src)="(?:{_AS_WRITTEN}|{_TEMPLATE})"(?: (?:alt|title)="[^"<>]*+"){{0,2}} ?/?>"""
_NAME = r"[A-Za-z][A-Za-z0-9:._-]*+"
_ODD = re.compile(
    r"<(?!/?(?:p|li|code|td|tr|strong|em|ul|h[1-6]|pre|ol|th|t(?:body|head|able)|a|div|sup|blockquote)>"  # most of all
    rf"|[^A-Za-z/!?]|(?:br|hr) />|{_WITH_TARGET}|(?!(?i:{_RAW_TEXT})\b){_NAME}(?:{_ATTRIBUTE})*+\s*+/?>|/{_NAME}\s*+>)"
)
_RAW_ELEMENT = re.compile(rf"(?:{_RAW_TEXT})\b", re.IGNORECASE)
# Where a comment hides what the parser took for the beginning or the end of a heading, others may go on.
_HEADING = re.compile(r"</?h[1-6]")
Unaccounted: TypeAlias = str  # why the whole reading is needed


class Accounted(NamedTuple):
    """The HTML without what was taken out of it, and the tags among that."""

    html: str
    tags: list[Tag]


def accounted(written: str) -> Accounted | Unaccounted:
    """Goes from one odd `<` to the next; what lies between them holds whole tags alone."""
    pieces: list[str] = []
    tags: list[Tag] = []
    at = 0
    while odd := _ODD.search(written, at):
        start = odd.start()
        pieces.append(written[at:start])
        if written.startswith("<!--", start):
            at = _end_of_comment(written, start)
            if not at:
                return "comment"
        else:
            at = written.find(">", start) + 1
            found = _tags(written[start:at])
            if not found:
                return "html"
            tags += found
    if not pieces:
        return Accounted(written, tags)
    return Accounted("".join([*pieces, written[at:]]), tags)


def _end_of_comment(written: str, start: int) -> int:
    """0 for a comment that may end elsewhere, or in which headings begin or end."""
    end = written.find("-->", start + 4)
    inner = written[start + 4 : end]
    if end < 0 or inner[:1] == ">" or inner[:2] == "->" or "--!>" in inner or _HEADING.search(inner):
        return 0
    return end + 3


def _tags(markup: str) -> list[Tag]:
    """The tag that this is; none where it is no whole tag, or where raw text may follow."""
    found = list(html.tags(markup)) if markup.count("<") == 1 else []
    return [] if any(_RAW_ELEMENT.match(each.name) for each in found) else found
