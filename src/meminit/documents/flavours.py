"""The flavours of anchors: what each kind of site makes of a heading, and how it keeps equal headings apart."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from meminit.documents.numbering import Numbering, by_counter, by_second, by_slugger, by_trial, by_underscore
from meminit.words import nfc

_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo"})
_NUMBERS = frozenset({"Nd", "Nl", "No"})
_GITHUB_KEEPS = _LETTERS | {"Nl", "Nd", "Mn", "Mc", "Me", "Pc"}
# Symbols that Unicode counts as alphabetic all the same: circled and squared letters.
_ALPHABETIC_SYMBOLS = (range(0x24B6, 0x24EA), range(0x1F130, 0x1F14A), range(0x1F150, 0x1F16A), range(0x1F170, 0x1F18A))
# The braces that may end a heading: any attributes, or nothing but an id.
_ATTRIBUTES = re.compile(r"\{(?P<inner>(?!:)[^{}]*)\}[ \t]*")
_MARKED_ATTRIBUTES = re.compile(r"\{:?(?P<inner>[^{}]+)\}[ \t]*")
# A name of XML: any of its characters, and with which it may begin.
_NAME_START = (
    r":A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef"
    r"\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\U00010000-\U000effff"
)
_NAME = rf"[{_NAME_START}][{_NAME_START}.\-0-9\xb7\u0300-\u036f\u203f\u2040]*"
_ID_OR_MARKED = re.compile(rf"\{{(?P<inner>#{_NAME}|:[^{{}}]+)\}}[ \t]*")
_ID_ALONE = re.compile(r"\{(?P<inner>[ \t]*#[^\s{}]+[ \t]*)\}[ \t]*")
_BIT = 200
_VITEPRESS_JOINED = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'\u201c\u201d\u2018\u2019<>,.?/]+")
_ICON = re.compile(r":[a-z][a-z0-9_+-]*:(?:\{[^{}]*\})?")
_EMOJI = re.compile(r":[a-z0-9_+-]+:")
_CONTROLS = re.compile(r"[\0-\x1f]")
_COMBINING = re.compile(r"[\u0300-\u036f]")
_BLACKFRIDAY_WORDS = re.compile(r"[^\W_]+")
_HTML_TAG = re.compile(r"</?[^>]*>")
_MDN_DROPPED = re.compile(r"[<>\"$#%&+,/:;=?@\[\]^`{|}~')(\\]")


class Flavour(NamedTuple):
    """How one kind of site makes anchors.

    `braces` finds the attributes at the end of a heading; `marks` says that `{: #id}` may stand anywhere. `slugs` makes
    the slugs of headings in plain ASCII, a line for each, all at once. `others` are slugs that other releases or other
    settings of the generator give a heading.
    """

    slug: Callable[[str], str]
    slugs: Callable[[str], list[str]]
    numbered: Numbering
    footnote: str  # what stands between `fn` and the label of a footnote
    braces: re.Pattern[str] | None = None
    after_space: bool = True  # whether the braces need a space before them
    marks: bool = False
    bare_marks: bool = False  # whether `{#id}` without a colon may, too
    mark_renames_heading: bool = False  # whether `{: #id}` on the line after a heading is the heading's
    names_raw: bool = False  # whether headings in raw HTML have anchors of their own making
    counts_raw: bool = False  # whether they take part in the numbering
    names_empty: bool = True  # whether a heading without text has an anchor
    names_titles: bool = True  # whether headings of the first level have anchors
    is_typographic: bool = False  # whether dashes in a row are made one
    shows_unused_footnotes: bool = False
    may_be_template: bool = False  # whether headings may hold templates, of a site that is not known
    others: Callable[[str], Iterable[str]] | None = None  # none for plain ASCII without `otherwise`
    otherwise: re.Pattern[str] | None = None  # what of plain ASCII makes others


class _Kept(dict[int, int | None]):
    """A table for str.translate that finds out about a character when it is first met."""

    def __init__(self, keeps: Callable[[str], bool], changes: Mapping[int, int]) -> None:
        super().__init__(changes)
        self._keeps = keeps

    def __missing__(self, code: int) -> int | None:
        self[code] = code if self._keeps(chr(code)) else None
        return self[code]


def _is_github_word(character: str) -> bool:
    return (
        character == "-"
        or unicodedata.category(character) in _GITHUB_KEEPS
        or any(ord(character) in symbols for symbols in _ALPHABETIC_SYMBOLS)
    )


def _is_hugo_word(character: str) -> bool:
    return character in "-_" or unicodedata.category(character) in _LETTERS | {"Nd"}


def _is_mdbook_word(character: str) -> bool:
    """Letters and numbers as Rust counts them: signs for vowels are letters."""
    category = unicodedata.category(character)
    is_vowel_sign = category in {"Mn", "Mc"} and not unicodedata.combining(character)
    return character in "-_" or category in _LETTERS | _NUMBERS or is_vowel_sign


_BLANK = {ord(" "): ord("-")}
_GITHUB, _HUGO, _MDBOOK = (_Kept(each, _BLANK) for each in (_is_github_word, _is_hugo_word, _is_mdbook_word))
# Of ASCII all of them keep the same; bytes are translated several times as fast.
_LOWER_ASCII = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ ", b"abcdefghijklmnopqrstuvwxyz-")
_DROPPED_ASCII = bytes(each for each in range(0x80) if chr(each) not in "\n -_" and not chr(each).isalnum())


def _ascii_slugs(lines: str) -> list[str]:
    return lines.encode().translate(_LOWER_ASCII, _DROPPED_ASCII).decode().split("\n")


def _github_slug(text: str) -> str:
    return text.lower().translate(_GITHUB)


def _gitlab_slug(text: str) -> str:
    slug = re.sub("-{2,}", "-", text.strip().lower().translate(_GITHUB))
    return f"anchor-{slug}" if slug.isdigit() else slug


def _hugo_slug(text: str) -> str:
    last_line = text.strip().rpartition("\n")[2]
    return _lowered(last_line.translate(_HUGO)) or "heading"


def _hugo_ascii_slug(text: str) -> str:
    """Accents are dropped, and whatever is not ASCII then."""
    last_line = text.strip().rpartition("\n")[2]
    return _ascii(last_line, "NFD").translate(_HUGO).lower() or "heading"


def _blackfriday_slug(text: str) -> str:
    """Words of letters and numbers, with a dash for whatever stands between them."""
    last_line = text.strip().rpartition("\n")[2]
    return "-".join(_BLACKFRIDAY_WORDS.findall(_lowered(last_line))) or "heading"


def _lowered(text: str) -> str:
    """Letter by letter, as Go does it."""
    return text.lower() if text.isascii() else "".join(map(_simple_lower, text))


def _simple_lower(character: str) -> str:
    lower = character.lower()
    return lower if len(lower) == 1 else lower[0]


def _mkdocs_slug(text: str) -> str:
    return re.sub(r"[-\s]+", "-", _words(_ascii(text, "NFKD")))


def _mkdocs_slugs(lines: str) -> list[str]:
    words = re.sub(r"[^\w\n -]", "", lines).lower().split("\n")
    return re.sub("[- ]+", "-", "\n".join([each.strip() for each in words])).split("\n")


def _mkdocs_underscore_slug(text: str) -> str:
    return re.sub(r"[_\s]+", "_", _words(_ascii(text, "NFKD")))


def _mkdocs_unicode_slug(text: str) -> str:
    return re.sub(r"[-\s]+", "-", _words(text))


def _mkdocs_unicode_underscore_slug(text: str) -> str:
    return re.sub(r"[_\s]+", "_", _words(text))


def _pymdownx_slug(text: str) -> str:
    plain = _HTML_TAG.sub("", nfc(" ".join(text.split()))).strip()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def _pymdownx_lower_slug(text: str) -> str:
    return _pymdownx_slug(nfc(text).lower())


def _words(text: str) -> str:
    return re.sub(r"[^\w\s-]", "", text).strip().lower()


def _ascii(text: str, form: Literal["NFD", "NFKD"]) -> str:
    """Taken apart bit by bit: accents, whose order could matter, are dropped, and to sort n of them costs n * n."""
    bits = (text[at : at + _BIT] for at in range(0, len(text), _BIT))
    return "".join(unicodedata.normalize(form, bit).encode("ascii", "ignore").decode() for bit in bits)


def _kramdown_slug(text: str) -> str:
    plain = re.sub(r"[^a-zA-Z0-9 -]", "", re.sub(r"\A[^a-zA-Z]+", "", text))
    return plain.replace(" ", "-").lower() or "section"


def _kramdown_slugs(lines: str) -> list[str]:
    plain = re.sub(r"[^a-zA-Z0-9\n -]", "", re.sub(r"^[^a-zA-Z\n]+", "", lines, flags=re.MULTILINE))
    return plain.replace(" ", "-").lower().split("\n")


def _kramdown_gfm_slug(text: str) -> str:
    return _github_slug(text.replace("\t", " "))


def _vitepress_slug(text: str) -> str:
    bits = (unicodedata.normalize("NFKD", text[at : at + _BIT]) for at in range(0, len(text), _BIT))
    plain = _CONTROLS.sub("", _COMBINING.sub("", "".join(bits)))
    slug = _VITEPRESS_JOINED.sub("-", plain).strip("-")
    return (f"_{slug}" if slug[:1].isascii() and slug[:1].isdigit() else slug).lower()


def _without_icons(slug: Callable[[str], str]) -> Callable[[str], Iterator[str]]:
    """The slugs where an extension shows icons that are written by name, as `:material-email:`; they have no text."""

    def others(text: str) -> Iterator[str]:
        shown = _ICON.sub("", text)
        if shown != text:
            yield slug(shown)

    return others


def _vitepress_others(text: str) -> Iterator[str]:
    """A sign that is written as `&rarr;` or `&lt;` counts as that name, and an emoji that is written by name as none.

    The text of a heading does not show how a sign was written, so both readings are given.
    """
    named = text.translate(_entities())
    for each in (named, _EMOJI.sub("", text)):
        if each != text:
            yield _vitepress_slug(each)


@cache
def _entities() -> Mapping[int, str]:
    from html.entities import codepoint2name  # noqa: PLC0415 - few headings need it

    return {code: f"&{name};" for code, name in codepoint2name.items() if not chr(code).isalnum() and name != "quot"}


def _mdbook_slug(text: str) -> str:
    return re.sub(r"\s", " ", text.strip()).lower().translate(_MDBOOK) or "section"


def _mdbook_others(text: str) -> Iterator[str]:
    """Before 0.5 capitals that are not ASCII stayed."""
    if text.isascii():
        return
    kept = "".join(each.lower() if each.isascii() else each for each in text)
    yield re.sub(r"\s", " ", kept.strip()).translate(_MDBOOK)


def _mdn_slug(text: str) -> str:
    return _MDN_DROPPED.sub("", text.lower().replace(" ", "_")) or "sect1"


def _each_line(slug: Callable[[str], str]) -> Callable[[str], list[str]]:
    return lambda lines: [slug(line) if line else "" for line in lines.split("\n")]


_GITHUB_FLAVOUR = Flavour(
    _github_slug, _ascii_slugs, by_slugger, "-", names_raw=True, counts_raw=True, may_be_template=True
)
_MKDOCS = Flavour(
    _mkdocs_slug,
    _mkdocs_slugs,
    by_underscore,
    ":",
    _MARKED_ATTRIBUTES,
    marks=True,
    bare_marks=True,
    shows_unused_footnotes=True,
    others=_without_icons(_mkdocs_slug),
    otherwise=_ICON,
)
_HUGO_FLAVOUR = Flavour(
    _hugo_slug, _ascii_slugs, by_trial, ":", _ATTRIBUTES, after_space=False, names_empty=False, is_typographic=True
)
_KRAMDOWN = Flavour(
    _kramdown_slug,
    _kramdown_slugs,
    by_counter,
    ":",
    _ID_OR_MARKED,
    marks=True,
    mark_renames_heading=True,
    names_empty=False,
)


def _slugged(flavour: Flavour, slug: Callable[[str], str], **changes: Any) -> Flavour:  # noqa: ANN401 - its fields
    return flavour._replace(slug=slug, slugs=_each_line(slug), **changes)


FLAVOURS: Mapping[str, Flavour] = {
    "github": _GITHUB_FLAVOUR,
    "gitlab": Flavour(_gitlab_slug, _each_line(_gitlab_slug), by_counter, "-", names_raw=True, counts_raw=True),
    "mkdocs": _MKDOCS,
    "mkdocs-underscore": _slugged(_MKDOCS, _mkdocs_underscore_slug, others=_without_icons(_mkdocs_underscore_slug)),
    "mkdocs-unicode": _slugged(_MKDOCS, _mkdocs_unicode_slug, others=_without_icons(_mkdocs_unicode_slug)),
    "mkdocs-unicode-underscore": _slugged(
        _MKDOCS, _mkdocs_unicode_underscore_slug, others=_without_icons(_mkdocs_unicode_underscore_slug)
    ),
    "hugo": _HUGO_FLAVOUR,
    "hugo-ascii": _slugged(_HUGO_FLAVOUR, _hugo_ascii_slug),
    "hugo-blackfriday": _slugged(_HUGO_FLAVOUR, _blackfriday_slug, is_typographic=False),
    "docusaurus": Flavour(
        _github_slug, _ascii_slugs, by_slugger, "-", _ID_ALONE, after_space=False, names_titles=False
    ),
    "kramdown": _KRAMDOWN,
    "kramdown-gfm": _KRAMDOWN._replace(slug=_kramdown_gfm_slug, slugs=_ascii_slugs, is_typographic=True),
    "mdbook": Flavour(
        _mdbook_slug,
        _ascii_slugs,
        by_trial,
        "-",
        _ATTRIBUTES,
        after_space=False,
        names_raw=True,
        is_typographic=True,
        others=_mdbook_others,
    ),
    "mdn": _slugged(_GITHUB_FLAVOUR, _mdn_slug, numbered=by_second),
    "pymdownx": _slugged(_MKDOCS, _pymdownx_slug, others=_without_icons(_pymdownx_slug)),
    "pymdownx-lower": _slugged(_MKDOCS, _pymdownx_lower_slug, others=_without_icons(_pymdownx_lower_slug)),
    "unknown": _GITHUB_FLAVOUR,  # and an anchor that differs from these in signs alone is no mistake
    "starlight": _GITHUB_FLAVOUR._replace(
        is_typographic=True, names_raw=False, counts_raw=False, may_be_template=False
    ),
    "vitepress": Flavour(
        _vitepress_slug,
        _each_line(_vitepress_slug),
        by_trial,
        "",
        _ATTRIBUTES,
        after_space=False,
        marks=True,
        bare_marks=True,
        others=_vitepress_others,
        otherwise=re.compile(rf"[<>&]|{_EMOJI.pattern}"),
    ),
}
