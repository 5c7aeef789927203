"""Reads what others need to know of a body without its places, several times as fast as the whole reading.

The parser writes HTML, in which links and headings are found by their tags. That is sound only where all tags are the
parser's own, or known: a tag of the source must make no difference whether it is HTML or shown as code, or the HTML and
the source must hold the same ones. So a body is declined that holds other HTML, definitions, footnotes or anything else
that needs the whole reading.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from pyromark import Markdown

from meminit.documents import slugs
from meminit.documents.body import Scan
from meminit.documents.flavours import FLAVOURS
from meminit.documents.html import may_end_too_late
from meminit.documents.labels import is_index
from meminit.documents.numbering import HeadingText
from meminit.model.link import PLAIN, LinkTarget
from meminit.words import nfc

if TYPE_CHECKING:
    from pyromark import Options


_TARGET = re.compile(rf'<(a href|img src)="(?:{PLAIN}"|([^"]*)")')
_HEADING = re.compile(r"<h[1-6]>(.*?)</h[1-6]>", re.DOTALL)
_TITLE = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SPACE_IN_CODE = re.compile(r"\s</code>")
_CODE = re.compile(r"<code[^>]*>[^<]*</code>")
_JOINED_BRACKETS = re.compile(r"\]\\?[\[:]")
# Characters by number, but for quotes, and brackets by name.
_DISGUISED = re.compile(r"&(?:#(?!3[49];)|[lr](?:brack|sqb))")
_NOT_TOLD = re.compile(r"%5[BCD]")  # brackets and backslashes make another address, encoded or not
_MARK = re.compile(r"\{(?::|[ \t]*#)")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}")
_FILLED = re.compile(r"%7B(?:%7B|%)?;+(?:%7D|%)?%7D")  # what stands for a template, as the parser encodes it
_SITE = re.compile(r"https?://[A-Za-z0-9]")
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
    r"|a href=\"{{(?:< ref \"[A-Za-z0-9#./-]+\" >|;+)}}\">)"
    r"(?P<comment>!--[^<>]*-->)?"  # one of several lines, which may be left open where a list or quotation ends
)
_PLACE = re.compile(r"""<a (?:id|name)="([A-Za-z0-9_-]+)"[ \t]*/?>""")
_LESS_THAN = re.compile(r"&(?:[lL][tT]|nvlt)")
_BLOCK = "MEMINIT_"  # of the mark of a block that repeats fields


class _Unclear(Exception):  # noqa: N818 - it names what was seen
    """Something for which the whole reading is needed."""


class QuickScanner:
    """Looks at bodies with one parser, for headings of one flavour."""

    def __init__(self, options: "Options", flavour_name: str) -> None:
        self._options = options
        self._html = Markdown(options=options).html
        self._definitions = Markdown(options=options).reference_definitions
        self._flavour = flavour_name
        flavour = FLAVOURS[flavour_name]
        self._has_braces, self._has_marks = flavour.braces is not None, flavour.marks
        self._after_space, self._names_titles = flavour.after_space, flavour.names_titles

    def at(self, text: str) -> Scan | None:
        """The links, their places left out, and the anchors of a body; None where it needs the whole reading."""
        if "&" in text and _DISGUISED.search(text):
            return None
        if self._has_braces and "{" in text and self._may_be_attributes(text):
            return None
        has_brackets = _JOINED_BRACKETS.search(text) or ("^" in text and "[^" in text)
        if has_brackets and "]:" in text and self._definitions(text):
            return None
        html = self._html(text)
        known = _known_tags(text, html)
        if known is None or (has_brackets and self._has_open_brackets(text, html)):
            return None
        html, places = known
        try:
            every = _TARGET.findall(html)
            targets = dict.fromkeys(every)
            plain = tuple([each[1:4] for each in targets if each[2]])
            links = tuple(_links(targets, text)) if len(plain) < len(targets) else ()
            anchors = self._anchors(html)
            if places:
                anchors = anchors.union(places)
            return Scan(links, plain, anchors, len(every))
        except _Unclear:
            return None

    def _may_be_attributes(self, text: str) -> bool:
        """Whether braces may be escaped, or stand for attributes of something else than a heading."""
        # To look for two characters takes ten times as long as for one, which most bodies lack.
        return ("\\" in text and "\\{" in text) or (self._has_marks and _MARK.search(text) is not None)

    def _has_open_brackets(self, text: str, html: str) -> bool:
        """Whether something looks like a reference or a footnote that is not defined, outside code."""
        # Within a tag of its author's, text is no code.
        shown = html if "<code" in text.lower() else _CODE.sub("", html)
        if 'class="footnote' in html or "[^" in shown:
            return True
        undefined: list[Mapping[str, Any]] = []
        if "][" in shown:
            Markdown(options=self._options, broken_link_callback=undefined.append).html(text)
        data = text.encode() if undefined else b""
        return any(each["link_type"] != "Shortcut" and not is_index(data, each["span"]["start"]) for each in undefined)

    def _anchors(self, html: str) -> frozenset[str]:
        if not self._names_titles and "<h1>" in html:
            return self._anchors_without_titles(html)
        return self._anchors_of(_HEADING.findall(html))

    def _anchors_without_titles(self, html: str) -> frozenset[str]:
        """The anchors of all other headings, where titles do not change their numbers."""
        titles = self._anchors_of(_TITLE.findall(html))
        found = self._anchors_of(_HEADING.findall(_TITLE.sub("", html)))
        if titles & found:
            raise _Unclear
        return found

    def _anchors_of(self, texts: list[str]) -> frozenset[str]:
        if not texts:
            return frozenset()
        known = self._simple_anchors(texts)
        if known is not None:
            return frozenset(known)
        headings = [self._heading(text) for text in texts]
        further = (each for heading in headings for each in slugs.further_anchors(self._flavour, heading.text))
        return frozenset(map(nfc, (*slugs.anchors(self._flavour, headings), *further)))

    def _simple_anchors(self, texts: list[str]) -> list[str] | None:
        """The anchors of headings, all at once; None where one of them takes a closer look."""
        lines = "\n".join(texts)
        if "<img" in lines or "<!--" in lines or ("</code>" in lines and _SPACE_IN_CODE.search(lines)):
            return None
        ids: list[str | None] = [None] * len(texts)
        if self._has_braces and "{" in lines:
            ids = slugs.own_ids(self._flavour, texts)
            # Dashes may make further anchors of any heading.
            if "--" not in lines:
                lines = "\n".join([text for text, own in zip(texts, ids, strict=True) if own is None])
            if any("{" in line and "<" in line for line in lines.split("\n")):
                return None
        shown = _shown(lines) if "<" in lines or "&" in lines else lines
        return slugs.simple_anchors(self._flavour, shown, ids)

    def _heading(self, inner: str) -> HeadingText:
        is_plain = "<" not in inner and "&" not in inner
        if not is_plain:
            if "<img" in inner or "<!--" in inner:
                raise _Unclear
            if self._has_braces and "{" in inner:
                return self._braced(inner)
            inner = _shown(inner)
        if inner[-1:] in {" ", "\t"}:
            raise _Unclear
        return slugs.divided(self._flavour, inner) if self._has_braces else HeadingText(inner)

    def _braced(self, inner: str) -> HeadingText:
        """Braces in code are no attributes; whether it is code or its author's own tags is not to be seen here."""
        before, code, after = inner.rpartition("</code>")
        head, tail = _shown(before), _shown(after)
        at = tail.rfind("{")
        is_unclear = code and (at < 0 or (at == 0 and self._after_space) or head[-1:].isspace())
        if is_unclear or (head + tail)[-1:] in {" ", "\t"}:
            raise _Unclear
        found = slugs.divided(self._flavour, tail)
        return HeadingText(head + found.text, found.custom)


def _links(targets: Iterable[tuple[str, str, str, str, str]], text: str) -> Iterator[LinkTarget]:
    """The links whose targets are not plain."""
    for tag, _, path, _, written in targets:
        target = _unescaped(written) if "&" in written else written
        if "%7B" in target:
            target = _FILLED.sub(_as_written, target)
        if not path and not target.startswith("{{"):
            if not target:
                raise _Unclear
            if "%" in target and (not _SITE.match(target) or _NOT_TOLD.search(target)):
                target = _decoded(target, text)
            yield LinkTarget(target, "link" if tag == "a href" else "image")


def _as_written(template: re.Match[str]) -> str:
    return template[0].replace("%7B", "{").replace("%7D", "}")


def _decoded(target: str, text: str) -> str:
    """The target as its author wrote it: the parser has encoded it, unless some was encoded in the text already.

    Of what is encoded in both, nobody can tell; in addresses of other sites it makes no difference.
    """
    if _ENCODED.search(text):
        raise _Unclear
    from urllib.parse import unquote  # noqa: PLC0415 - costs start-up, and few targets hold what is encoded

    try:
        return unquote(target, errors="strict")
    except UnicodeDecodeError as error:
        raise _Unclear from error


def _shown(inner: str) -> str:
    """What a reader sees of marked text."""
    return _unescaped(_TAG.sub("", inner))


def _unescaped(text: str) -> str:
    return (
        text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", '"')
        .replace("&#x27;", "'")
        .replace("&amp;", "&")
    )


def _known_tags(text: str, html: str) -> tuple[str, Iterable[str]] | None:
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

    The parser never writes `<!--` by itself. What remains of a comment within a tag counts as harmful, as it should.
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
