"""What a browser makes of rendered HTML: the elements that link, head a section or can be linked to."""

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

from fuzz.oracles.reading import Heading, Reading, shown, target
from meminit.documents import slugs
from meminit.documents.numbering import HeadingText
from meminit.words import nfc

_ADDRESSES: Mapping[str, tuple[str, ...]] = {
    "a": ("href",),
    "area": ("href",),
    "audio": ("src",),
    "img": ("src",),
    "source": ("src",),
    "video": ("src", "poster"),
}
_PLACE = "data-sourcepos"
_DROPPED = re.compile(r"[\t\r\n]")
_CANDIDATE = re.compile(r"[\s,]*(\S*[^\s,])[^,]*")
_BY_FOOTNOTES = "sup.footnote-ref, a.footnote-backref, a.footnote-ref"


def read(html: str) -> Reading:
    """HTML in which elements that stand for Markdown have their place."""
    page = LexborHTMLParser(f"<!DOCTYPE html><html><body>{html}")
    for each in page.css(_BY_FOOTNOTES):
        each.decompose()
    found = [(address, _line(node)) for node in page.css(", ".join(_ADDRESSES)) for address in _addresses(node)]
    heads = page.css("h1, h2, h3, h4, h5, h6")
    return Reading(
        frozenset(address for address, _ in found),
        tuple(
            sorted(
                Heading(line, int((each.tag or "")[1]), shown(each.text())) for each in heads if (line := _line(each))
            )
        ),
        frozenset(nfc(each) for each in _anchors(page, heads) if not each.startswith("fn")),
        frozenset(found),
    )


def _addresses(node: LexborNode) -> Iterator[str]:
    for name in _ADDRESSES[node.tag or ""]:
        if name in node.attributes:
            written = _DROPPED.sub("", (node.attributes[name] or "").strip(" \t\n\f\r"))
            if (found := target(written)) is not None:
                yield found
    if node.tag in {"img", "source"} and node.attributes.get("srcset"):
        every = (target(each) for each in _CANDIDATE.findall(node.attributes["srcset"] or ""))
        yield from (each for each in every if each is not None)


def _line(node: LexborNode) -> int:
    """Zero for what has no place, as raw HTML."""
    return int((node.attributes.get(_PLACE) or "0").partition(":")[0])


def _anchors(page: LexborHTMLParser, heads: list[LexborNode]) -> Iterator[str]:
    yield from slugs.anchors("github", [HeadingText(each.text()) for each in heads])
    for each in page.css("[id], a[name]"):
        names = ("id", "name") if each.tag == "a" else ("id",)
        yield from (value for name in names if (value := each.attributes.get(name)))
