"""Reads what others need to know of a body without its places, several times as fast as the whole reading.

The parser writes HTML, in which links and headings are found by their tags. That is sound only where all tags are the
parser's own, or known (`tags`), so a body is declined that holds other HTML, definitions, footnotes or anything else
that needs a closer look.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pyromark import Markdown

from meminit.documents import slugs, tags
from meminit.documents.body import Scan
from meminit.documents.labels import is_index
from meminit.documents.slugs import HeadingText
from meminit.model.link import PLAIN, LinkTarget
from meminit.words import nfc

if TYPE_CHECKING:
    from pyromark import Options

_TARGET = re.compile(rf'<(a href|img src)="(?:{PLAIN}"|([^"]*)")')
_HEADING = re.compile(r"<h[1-6]>([^<]*+(?:<(?!/h[1-6]>)[^<]*+)*+)</h")  # possessive: see PLAIN
_TAG = re.compile(r"<[^>]*>")
_SPACE_IN_CODE = re.compile(r"\s</code>")
_CODE = re.compile(r"<code[^>]*>[^<]*</code>")
_JOINED_BRACKETS = re.compile(r"\]\\?[\[:]")
# Characters by number, but for quotes, and brackets by name.
_DISGUISED = re.compile(r"&(?:#(?!3[49];)|[lr](?:brack|sqb))")
_NOT_TOLD = re.compile(r"%5[BCD]")  # brackets and backslashes make another address, encoded or not
_MARK = re.compile(r"\{(?::|[ \t]*#)")
_SITE = re.compile(r"https?://[A-Za-z0-9]")


class _Unclear(Exception):  # noqa: N818 - it names what was seen
    """Something that only the whole reading can tell."""


class Glance:
    """Looks at bodies with one parser, for headings of one flavour."""

    def __init__(self, options: "Options", flavour_name: str) -> None:
        self._options = options
        self._html = Markdown(options=options).html
        self._definitions = Markdown(options=options).reference_definitions
        self._flavour = flavour_name
        flavour = slugs.FLAVOURS[flavour_name]
        self._has_braces, self._has_marks = flavour.braces is not None, flavour.marks
        self._after_space = flavour.after_space

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
        known = tags.known(text, html)
        if known is None or (has_brackets and self._has_open_brackets(text, html)):
            return None
        html, places = known
        try:
            every = _TARGET.findall(html)
            targets = dict.fromkeys(every)
            plain = tuple([each[1:4] for each in targets if each[2]])
            links = tuple(_links(targets)) if len(plain) < len(targets) else ()
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
        texts = _HEADING.findall(html)
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


def _links(targets: Iterable[tuple[str, str, str, str, str]]) -> Iterator[LinkTarget]:
    """The links whose targets are not plain."""
    for tag, _, path, _, written in targets:
        target = _unescaped(written) if "&" in written else written
        if not path and not target.startswith("{{"):
            if "%" in target or not target:
                _refuse_unclear(target)
            yield LinkTarget(target, "link" if tag == "a href" else "image")


def _refuse_unclear(target: str) -> None:
    """What is encoded may have been written so, or not; in addresses of other sites that makes no difference."""
    if not _SITE.match(target) or _NOT_TOLD.search(target):
        raise _Unclear


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
