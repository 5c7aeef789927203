"""Anchors of headings: any text has one in every flavour, always the same, however its letters are composed."""

import unicodedata
from collections.abc import Hashable
from itertools import pairwise

from fuzz.target import Target, hold
from meminit.config.settings import Links
from meminit.documents import markdown, slugs
from meminit.documents.flavours import FLAVOURS
from meminit.documents.numbering import HeadingText
from meminit.words import nfc

# The others name no letters beyond ASCII, or drop accents that are characters of their own; so do the generators.
_COMPOSING = ("github", "gitlab", "docusaurus", "mkdocs")
_PIECES = [
    *[
        "# ",
        "\n",
        "a",
        "A",
        "a 1",
        "a-1",
        "a_1",
        "-1",
        "1",
        "  ",
        " -- ",
        "---",
        "_",
        "'",
        "&",
        "{#a}",
        " {#b}",
        "{: #c}",
        "{.d #e}",
    ],
    *[
        "{id=f}",
        '{id="g"}',
        "{",
        "}",
        "\\{",
        "é",
        "e\u0301",
        "Å",
        "\u212b",
        "Ω",
        "\u2126",
        "İ",
        "ß",
        "ẞ",
        "ﬁ",
        "Σ",
        "ς",
        "ΑΣ",
        "日本",
    ],
    *[
        "가",
        "\u1100\u1161",
        "\u0345",
        "\u1fbc",
        "\u0323\u0307",
        "q\u0307\u0323",
        "Ⓐ",
        "🄰",
        "①",
        "Ⅷ",
        "ǅ",
        "\u0130",
        "\u200d",
        "👩‍💻",
        "\ufe0f",
    ],
    *[
        "\u0958",
        "\ufb1d",
        "\u2adc",
        "\u00a0",
        "\u2003",
        "\u3000",
        "\U00011099\U000110ba",
        "ʼn",
        "ŉ",
        "ა",
        "Ა",
        "ꭰ",
        "Ꭰ",
        "9" * 12,
    ],
]


def _simple_anchors(flavour: str, texts: list[str]) -> list[str] | None:
    ids = slugs.own_ids(flavour, texts)
    lines = [text for text, own in zip(texts, ids, strict=True) if own is None]
    return slugs.simple_anchors(flavour, "\n".join(lines), ids)


def examine(content: bytes) -> Hashable:
    text = content.decode("utf-8", "replace")
    texts = text.split("\n")
    for flavour in FLAVOURS:
        headings = [slugs.divided(flavour, each) for each in texts]
        found = slugs.anchors(flavour, headings)
        hold(found == slugs.anchors(flavour, headings), flavour)
        hold(len(found) <= len(texts), flavour, found)
        _numbers(flavour, headings, found)
        simple = _simple_anchors(flavour, texts)
        hold(simple is None or sorted(simple) == sorted(found), flavour, simple)
        for each in texts:
            list(slugs.further_anchors(flavour, each))
            slugs.identified(each)
    for flavour in _COMPOSING:
        for each in filter(_is_of_letters, texts):
            alike = {tuple(map(nfc, slugs.anchors(flavour, [HeadingText(form)]))) for form in _forms(each)}
            hold(len(alike) == 1, flavour, each, alike)
    body = markdown.read(text, 1, Links(slugs="github"))
    return len(texts) > 1, frozenset(map(unicodedata.category, text)), bool(body.headings)


def _forms(text: str) -> tuple[str, str, str]:
    return text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)


def _is_of_letters(text: str) -> bool:
    """Signs fall away and the accents on them do not, so that it matters whether the two are one character.

    Where accents are piled up, nobody puts them in order.
    """
    forms = _forms(text)
    kinds = [unicodedata.category(each)[0] for each in forms[-1]]
    is_ordered = len(set(map(nfc, forms))) == 1
    return is_ordered and all(after != "M" or before in "LNM" for before, after in pairwise(kinds))


def _numbers(flavour: str, headings: list[HeadingText], found: list[str]) -> None:
    """No anchor that was made is that of an earlier heading."""
    named = [each for each in headings if FLAVOURS[flavour].names_empty or each.custom is not None or each.text.strip()]
    hold(len(named) == len(found), flavour, found)
    earlier: set[str] = set()
    for heading, anchor in zip(named, found, strict=True):
        if heading.custom is not None:
            hold(anchor == heading.custom, flavour, anchor)
        elif flavour in {"mkdocs", "hugo"}:
            hold(anchor not in earlier, flavour, anchor)
        earlier.add(anchor)


TARGET = Target(
    "slugs", examine, [each.encode() for each in _PIECES], seconds=0.5, seconds_per_kilobyte=0.04, largest=512
)
