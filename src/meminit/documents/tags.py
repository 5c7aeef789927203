"""Accounts for each tag in the HTML of a body: the parser's own, or one of the source that means nothing to links.

What a tag of the source looks like is only known where it makes no difference whether the source holds it as HTML or
shows it as code, or where the HTML and the source hold the same ones.
"""

import re
from collections.abc import Iterable
from typing import Literal

from meminit.documents.raw_blocks import may_end_too_late

_COMMENT = re.compile(r"<!--[^<>]*-->")
_COMMENTS = re.compile(r"<!--(?!-?>).*?-->", re.DOTALL)  # what is in them, whatever it is
# Tags that the parser never writes and that mean nothing to links: neither anchors nor targets nor raw text.
# Groups that may repeat are possessive: see PLAIN.
_ATTRIBUTES = (
    r"""(?:\s++(?!(?:id|name|href|src|srcset|poster)\b)[a-z-]++(?:=(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=]++))?+)*+\s*/?>"""
)
_PLAIN_TAG = re.compile(
    r"<(?:/?(?:abbr|b|center|dd|details|div|dl|dt|figcaption|figure|font|i|kbd|mark|s|samp|section|small|span|sub|summary"
    rf"|sup|u|var){_ATTRIBUTES}|[bh]r>|br/>|p(?=\s){_ATTRIBUTES})"
)
_TABLE_TAG = re.compile(rf"</?(?:caption|col|colgroup|table|tbody|td|tfoot|th|thead|tr){_ATTRIBUTES}")
# What may stand for a `<` in the source without a harm to links, whether it is read as HTML or shown as code: no tag at
# all, a tag without targets and anchors that holds no raw text, a target that is written as the parser would write it,
# an address of another site, a target that a template puts in. Looked for is a `<` that begins none of these.
_SPECIAL = "a|area|audio|h[1-6]|iframe|img|noembed|noframes|plaintext|script|source|style|textarea|title|video|xmp"
_NOT_IN_NAME = r"""\s"'<>=/`"""
_ON_ONE_LINE = (
    r"""(?:[ \t]++(?!(?i:id|name|href|src|srcset|poster)=)"""
    rf"""[^{_NOT_IN_NAME}]++(?:=(?:"[^"<>]*+"|'[^'<>]*+'|[^\s"'<>=]++))?+)*+[ \t]*/?>"""
)
_MAILBOX = r"[0-9.#$%&'*+=^_`{|}~-][\w.!#$%&'*+/=?^`{|}~-]*@"  # of an address without a letter in front
_HARMFUL = re.compile(
    rf"<(?=[A-Za-z/!?]|{_MAILBOX})"
    r"(?!/?(?:code|em|t(?:[drh]|body|head|able)|li|ul|b(?:r/?)?|p)>"  # the most frequent ones
    rf"|(?i:/?(?!(?:{_SPECIAL})\b)[a-z][^@:{_NOT_IN_NAME}]*+{_ON_ONE_LINE})"
    rf"|(?:a href|img src)=\"(?:[^\"\s<>&%{{}}\\\]\[]*|https?://[A-Za-z0-9](?:[^\"\s<>&%\\\]\[]++|&[a-z_]++=)*+)\"{_ON_ONE_LINE}"
    r"|/(?:a|img)>|!--[^<>\r\n]*-->|https?://[A-Za-z0-9][^\s<>=%&'\"\\\]\[]*>"
    r"|a href=\"{{< ref \"[A-Za-z0-9#./-]+\" >}}\">)"
    r"(?P<comment>!--[^<>]*-->)?"  # one of several lines, which may be left open where a list or quotation ends
)
_PLACE = re.compile(r"""<a (?:id|name)="([A-Za-z0-9_-]+)"[ \t]*/?>""")
_LESS_THAN = re.compile(r"&(?:[lL][tT]|nvlt)")
_BLOCK = "MEMINIT_"  # of the mark of a block that repeats fields


def known(text: str, html: str) -> tuple[str, Iterable[str]] | None:
    """The HTML and the anchors in its tags; None unless every tag is the parser's own, or one that makes no difference.

    So each `<` of the body is accounted for. Comments may be left out of the HTML. None as well where a block of HTML
    may end elsewhere than the parser says.
    """
    if _raw_tags(text, html) == 0:
        return html, ()
    if may_end_too_late(text):
        return None
    places: list[str] = []
    if _BLOCK not in text:
        harm = _harm(text)
        if harm is None or (harm == "comments" and _has_same_comments(text, html)):
            return html, ()
        text, html = _without_comments(text, html)
        places = _PLACE.findall(html)
        if places and places == _PLACE.findall(text):
            text, html = _PLACE.sub("<br>", text), _PLACE.sub("<br>", html)
        else:
            places = []
        if (places or "<!" in text) and _harm(text) is None:
            return html, places
    raw = _raw_tags(text, html)
    return (html, places) if raw is not None and _are_plain(raw, text, html) else None


def _without_comments(text: str, html: str) -> tuple[str, str]:
    """Both with nothing in their comments, where the source and the HTML have the same ones.

    The parser never writes `<!--` by itself. What remains of a comment does harm amid a tag, as it should.
    """
    if "<!--" not in text or text.count("<!--") != html.count("<!--") or not _has_same_comments(text, html):
        return text, html
    return _emptied(text), _emptied(html)


def _has_same_comments(text: str, html: str) -> bool:
    return "--!>" not in text and _COMMENTS.findall(_closed(text)) == _COMMENTS.findall(_closed(html))


def _emptied(text: str) -> str:
    closed = _closed(text)
    return _COMMENTS.sub("<!---->", closed) + text[len(closed) :]


def _closed(text: str) -> str:
    """All up to the end of the last comment: the end of each one that is opened behind it would be sought for long."""
    return text[: text.rfind("-->") + len("-->")] if "-->" in text else ""


def _raw_tags(text: str, html: str) -> int | None:
    """How many `<` have not become text; None where others than these have."""
    if "<" not in text and "&" not in text:
        return 0
    if "&" not in html:
        return text.count("<")
    return None if "&" in text and _LESS_THAN.search(text) else text.count("<") - html.count("&lt;")


def _harm(text: str) -> Literal["comments", "tags"] | None:
    """What makes a difference where it is HTML and not shown as it is written: at most comments of several lines."""
    found = _HARMFUL.search(text)
    if not found:
        return None
    while found and found["comment"]:
        found = _HARMFUL.search(text, found.end())
    return "tags" if found else "comments"


def _are_plain(raw: int, text: str, html: str) -> bool:
    """Whether what is not text are comments that are closed, and tags that the parser itself never writes."""
    comments = html.count("<!--")
    if comments != len(_COMMENT.findall(html)) or _BLOCK in html:
        return False
    tables = len(_TABLE_TAG.findall(html)) if "|" not in text else 0
    return raw == comments + len(_PLAIN_TAG.findall(html)) + tables
