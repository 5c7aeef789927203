"""Reads what others need to know of a body without its places, several times as fast as the whole reading.

The parser writes HTML, in which links and headings are found by their tags. That is sound only where all tags are the
parser's own, so a body is declined that holds HTML, definitions, footnotes or anything else that needs a closer look.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pyromark import Markdown

from meminit.documents import slugs
from meminit.documents.body import Body
from meminit.documents.slugs import HeadingText
from meminit.model.link import PLAIN, Link
from meminit.words import composed

if TYPE_CHECKING:
    from pyromark import Options

_TARGET = re.compile(rf'<(a href|img src)="(?:{PLAIN}"|([^"]*)")')
_HEADING = re.compile(r"<h[1-6]>([^<]*)(</h)?")
_MARKED_HEADING = re.compile(r"<h([1-6])>(.*?)</h\1>", re.DOTALL)  # one that is more than text
_TAG = re.compile(r"<[^>]*>")
_CODE = re.compile(r"<code[^>]*>[^<]*</code>")
_COMMENT = re.compile(r"<!--[^<>]*-->")
# Tags that the parser never writes and that mean nothing to links: neither anchors nor targets nor raw text.
_ATTRIBUTES = (
    r"""(?:\s+(?!(?:id|name|href|src|srcset|poster)\b)[a-z-]+(?:=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*/?>"""
)
_PLAIN_TAG = re.compile(
    r"<(?:/?(?:abbr|b|center|dd|details|div|dl|dt|figcaption|figure|font|i|kbd|mark|s|samp|section|small|span|sub|summary"
    rf"|sup|u|var){_ATTRIBUTES}|[bh]r>|br/>|p(?=\s){_ATTRIBUTES})"
)
_TABLE_TAG = re.compile(rf"</?(?:caption|col|colgroup|table|tbody|td|tfoot|th|thead|tr){_ATTRIBUTES}")
_BRACKETS = re.compile(r"\]\[|\[\^")
_JOINED_BRACKETS = re.compile(r"\]\\?[\[:]")
# What may stand for a `<` in the source without a harm to links, whether it is read as HTML or shown as code: no tag at
# all, a tag without targets and anchors that holds no raw text, a target that is written as the parser would write it.
_ON_ONE_LINE = _ATTRIBUTES.replace(r"\s+(?!", r"[ \t]+(?!").replace(r"\s*/?>", r"[ \t]*/?>")
_SPECIAL = "a|area|audio|h[1-6]|iframe|img|noembed|noframes|plaintext|script|source|style|textarea|title|video|xmp"
_HARMLESS = re.compile(
    rf"<(?:(?![A-Za-z/!?])|(?i:/?(?!(?:{_SPECIAL})\b)[a-z][a-z0-9]*{_ON_ONE_LINE})"
    rf"|(?:a href|img src)=\"[^\"\s<>&%{{}}\\\]\[]*\"{_ON_ONE_LINE}|/a>|!--[^<>\r\n]*-->)"
)
_DISGUISED = re.compile(r"&(?:#|[lr](?:brack|sqb))")  # characters by number, and brackets by name
_LESS_THAN = re.compile(r"&(?:[lL][tT]|nvlt)")
_BLOCK = "MEMINIT_"  # of the mark of a block that repeats fields
_NOT_TOLD = re.compile(r"%5[BCD]")  # brackets and backslashes make another address, encoded or not
_SITE = re.compile(r"https?://[A-Za-z0-9]")


class _Unclear(Exception):  # noqa: N818 - it names what was seen
    """Something that only the whole reading can tell."""


class Glance:
    """Looks at bodies with one parser, for headings of one flavour."""

    def __init__(self, options: "Options", flavour_name: str) -> None:
        self._html = Markdown(options=options).html
        self._definitions = Markdown(options=options).reference_definitions
        self._flavour = flavour_name
        flavour = slugs.FLAVOURS[flavour_name]
        self._has_braces, self._has_marks = flavour.braces is not None, flavour.marks

    def at(self, text: str) -> Body | None:
        """The links, their places left out, and the anchors of a body; None where it needs the whole reading."""
        if "&" in text and _DISGUISED.search(text):
            return None
        if self._has_braces and "{" in text and (self._has_marks or "\\{" in text):
            return None
        has_brackets = _JOINED_BRACKETS.search(text) or ("^" in text and "[^" in text)
        if has_brackets and "]:" in text and self._definitions(text):
            return None
        html = self._html(text)
        if not _is_known(text, html) or (has_brackets and _has_open_brackets(text, html)):
            return None
        try:
            every = _TARGET.findall(html)
            targets = dict.fromkeys(every)
            plain = tuple([each[1:4] for each in targets if each[2]])
            links = tuple(_links(targets)) if len(plain) < len(targets) else ()
            return Body(links=links, anchors=self._anchors(html), link_count=len(every), plain_targets=plain)
        except _Unclear:
            return None

    def _anchors(self, html: str) -> frozenset[str]:
        found = _HEADING.findall(html)
        texts = [text for text, _ in found]
        if all(end for _, end in found):
            known = slugs.simple_anchors(self._flavour, texts)
            if known is not None:
                return frozenset(known)
        else:
            texts = [text for _, text in _MARKED_HEADING.findall(html)]
        headings = [self._heading(text) for text in texts]
        further = (each for heading in headings for each in slugs.further_anchors(self._flavour, heading.text))
        return frozenset(map(composed, (*slugs.anchors(self._flavour, headings), *further)))

    def _heading(self, inner: str) -> HeadingText:
        is_plain = "<" not in inner and "&" not in inner
        if not is_plain:
            if "<img" in inner or "<!--" in inner or (self._has_braces and "{" in inner):
                raise _Unclear
            inner = _unescaped(_TAG.sub("", inner))
        if inner[-1:] in {" ", "\t"}:
            raise _Unclear
        return slugs.divided(self._flavour, inner) if self._has_braces else HeadingText(inner)


def _is_known(text: str, html: str) -> bool:
    """Whether every tag is the parser's own, or one that makes no difference: each `<` of the body is accounted for."""
    raw = _raw_tags(text, html)
    return raw == 0 or _is_harmless(text) or (raw is not None and _are_plain(raw, text, html))


def _raw_tags(text: str, html: str) -> int | None:
    """How many `<` have not become text; None where others than these have."""
    if "&" not in html:
        return text.count("<")
    return None if "&" in text and _LESS_THAN.search(text) else text.count("<") - html.count("&lt;")


def _is_harmless(text: str) -> bool:
    """Whether it makes no difference what of the source is HTML, and what is shown as it is written."""
    return _BLOCK not in text and len(_HARMLESS.findall(text)) == text.count("<")


def _are_plain(raw: int, text: str, html: str) -> bool:
    """Whether what is not text are comments that are closed, and tags that the parser itself never writes."""
    comments = html.count("<!--")
    if comments != len(_COMMENT.findall(html)) or _BLOCK in html:
        return False
    tables = len(_TABLE_TAG.findall(html)) if "|" not in text else 0
    return raw == comments + len(_PLAIN_TAG.findall(html)) + tables


def _has_open_brackets(text: str, html: str) -> bool:
    """Whether something looks like a reference or a footnote that is not defined, outside code."""
    shown = html if "<code" in text.lower() else _CODE.sub("", html)  # within a tag of its author's, text is no code
    return 'class="footnote' in html or _BRACKETS.search(shown) is not None


def _links(targets: Iterable[tuple[str, str, str, str, str]]) -> Iterator[Link]:
    """The links whose targets are not plain."""
    for tag, _, path, _, written in targets:
        target = _unescaped(written) if "&" in written else written
        if not path:
            if "%" in target or not target:
                _refuse_unclear(target)
            yield Link(target, "link" if tag == "a href" else "image", 0, None)


def _refuse_unclear(target: str) -> None:
    """What is encoded may have been written so, or not; in addresses of other sites that makes no difference."""
    if not _SITE.match(target) or _NOT_TOLD.search(target):
        raise _Unclear


def _unescaped(text: str) -> str:
    return (
        text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", '"')
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
    )
