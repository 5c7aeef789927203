"""Turns headings into the anchors that a site generator gives them, one flavour for each kind of site."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

_LETTERS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo"})
_GITHUB_KEEPS = _LETTERS | {"Nl", "Nd", "Mn", "Mc", "Me", "Pc"}
# Symbols that Unicode counts as alphabetic all the same: circled and squared letters.
_ALPHABETIC_SYMBOLS = (range(0x24B6, 0x24EA), range(0x1F130, 0x1F14A), range(0x1F150, 0x1F16A), range(0x1F170, 0x1F18A))
# The braces that may end a heading: any attributes, or nothing but an id.
_ATTRIBUTES = re.compile(r"\{(?P<inner>(?!:)[^{}]*)\}[ \t]*")
_MARKED_ATTRIBUTES = re.compile(r"\{:?(?P<inner>[^{}]+)\}[ \t]*")
_ID_OR_MARKED = re.compile(r"\{(?P<inner>#[^\W\d][\w:-]*|:[^{}]+)\}[ \t]*")
_ID_ALONE = re.compile(r"\{(?P<inner>[ \t]*#[^\s{}]+[ \t]*)\}[ \t]*")
_ATTRIBUTE = re.compile(
    r"\s*(?:#(?P<id>[^\s#{}]+)|\.[^\s{}]+|(?P<key>[\w:-]+)=(?P<value>\"[^\"]*\"|'[^']*'|[^\s{}\"']+))"
)
_SIMPLE = re.compile(r"(?! )[ -~\n]*(?<! )")
_OWN_ID = re.compile(r"[^{}\n]*\{#([A-Za-z0-9_-]+)\}")
_BRACES = re.compile(r"\{[^{}\n]*\}$", re.MULTILINE)
_BIT = 200
_DASHES = re.compile("-{2,3}")
_MKDOCS_NUMBER = re.compile(r"\A(.*)_([0-9]+)\Z", re.DOTALL)


class HeadingText(NamedTuple):
    """What a reader sees of a heading, and the id that its author gave it."""

    text: str
    custom: str | None = None


Numbering: TypeAlias = Callable[[list[HeadingText], Callable[[str], str]], Iterator[str]]


class Flavour(NamedTuple):
    """`braces` finds the attributes at the end of a heading; `marks` says that `{: #id}` may stand anywhere.

    `slugs` makes those of headings in plain ASCII, a line for each, all at once.
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
    counts_raw: bool = False  # whether headings in raw HTML take part in the numbering
    names_empty: bool = True  # whether a heading without text has an anchor
    is_typographic: bool = False  # whether dashes in a row are made one
    shows_unused_footnotes: bool = False


def anchors(flavour: str, headings: Iterable[HeadingText]) -> list[str]:
    """The anchor of each heading, in the order of the document."""
    here = FLAVOURS[flavour]
    named = [each for each in headings if here.names_empty or each.custom is not None or each.text.strip()]
    return list(here.numbered(named, here.slug))


def own_ids(flavour: str, lines: list[str]) -> list[str | None]:
    """The ids that authors plainly gave headings; None for each other heading, and for all where there are none."""
    here = FLAVOURS[flavour]
    if here.braces is None or here.after_space:
        return [None] * len(lines)
    found = map(_OWN_ID.fullmatch, lines)
    return [each[1] if each else None for each in found]


def simple_anchors(flavour: str, lines: str, ids: list[str | None]) -> list[str] | None:
    """The anchors of headings all at once, of those with ids, and of the others, a line of plain ASCII for each.

    None where attributes may come in, or anything that takes a closer look.
    """
    here = FLAVOURS[flavour]
    if not _SIMPLE.fullmatch(lines) or " \n" in lines or "\n " in lines:
        return None
    if (here.is_typographic and "--" in lines) or (here.braces and "}" in lines and _BRACES.search(lines)):
        return None
    known = [each for each in ids if each is not None]
    found = here.slugs(lines) if len(known) < len(ids) else []
    if len(known) + len(found) != len(ids) or "" in found:
        return None
    if len({*known, *found}) == len(ids):
        return known + found
    remaining = iter(found)
    headings = [HeadingText(next(remaining)) if each is None else HeadingText("", each) for each in ids]
    return list(here.numbered(headings, str))


def further_anchors(flavour: str, text: str) -> Iterator[str]:
    """Other anchors that a heading may have, depending on how the generator is configured."""
    here = FLAVOURS[flavour]
    if here.is_typographic and "--" in text:
        yield here.slug(_DASHES.sub("", text))


def divided(flavour: str, text: str) -> HeadingText:
    """A heading without the attributes that stand at its end, where the flavour reads some there."""
    here = FLAVOURS[flavour]
    at = text.rfind("{") if here.braces else -1
    if here.braces is None or at < 0 or (here.after_space and not text[:at].endswith((" ", "\t"))):
        return HeadingText(text)
    found = here.braces.fullmatch(text, at)
    known, custom = identified(found["inner"]) if found else (False, None)
    return HeadingText(text[:at].rstrip(), custom) if known else HeadingText(text)


def identified(attributes: str) -> tuple[bool, str | None]:
    """Whether this is a list of attributes, and the id that it gives."""
    custom, text, at = None, attributes.removeprefix(":").strip(), 0
    while at < len(text):
        found = _ATTRIBUTE.match(text, at)
        if not found:
            return False, None
        if found["key"] == "id":
            custom = found["value"].strip("\"'")
        custom = found["id"] or custom
        at = found.end()
    return True, custom


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


_GITHUB = _Kept(_is_github_word, {ord(" "): ord("-")})
_GITHUB_LINES = _Kept(_is_github_word, {ord(" "): ord("-"), ord("\n"): ord("\n")})
_HUGO = _Kept(_is_hugo_word, {ord(" "): ord("-")})
_HUGO_LINES = _Kept(_is_hugo_word, {ord(" "): ord("-"), ord("\n"): ord("\n")})


def _github_slug(text: str) -> str:
    return text.lower().translate(_GITHUB)


def _github_slugs(lines: str) -> list[str]:
    return lines.lower().translate(_GITHUB_LINES).split("\n")


def _gitlab_slug(text: str) -> str:
    slug = re.sub("-{2,}", "-", text.strip().lower().translate(_GITHUB))
    return f"anchor-{slug}" if slug.isdigit() else slug


def _gitlab_slugs(lines: str) -> list[str]:
    return [_gitlab_slug(each) for each in lines.split("\n")]


def _hugo_slug(text: str) -> str:
    last_line = text.strip().rpartition("\n")[2]
    kept = last_line.translate(_HUGO)
    return (kept.lower() if kept.isascii() else "".join(map(_simple_lower, kept))) or "heading"


def _hugo_slugs(lines: str) -> list[str]:
    return lines.translate(_HUGO_LINES).lower().split("\n")


def _simple_lower(character: str) -> str:
    lower = character.lower()
    return lower if len(lower) == 1 else lower[0]


def _mkdocs_slug(text: str) -> str:
    plain = _without_accents(text)
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())


def _mkdocs_slugs(lines: str) -> list[str]:
    words = re.sub(r"[^\w\n -]", "", lines).lower().split("\n")
    return re.sub("[- ]+", "-", "\n".join([each.strip() for each in words])).split("\n")


def _without_accents(text: str) -> str:
    """Taken apart bit by bit: accents, whose order could matter, are dropped, and to sort n of them costs n * n."""
    bits = (text[at : at + _BIT] for at in range(0, len(text), _BIT))
    return "".join(unicodedata.normalize("NFKD", bit).encode("ascii", "ignore").decode() for bit in bits)


def _kramdown_slug(text: str) -> str:
    plain = re.sub(r"[^a-zA-Z0-9 -]", "", re.sub(r"\A[^a-zA-Z]+", "", text))
    return plain.replace(" ", "-").lower() or "section"


def _kramdown_slugs(lines: str) -> list[str]:
    plain = re.sub(r"[^a-zA-Z0-9\n -]", "", re.sub(r"^[^a-zA-Z\n]+", "", lines, flags=re.MULTILINE))
    return plain.replace(" ", "-").lower().split("\n")


def _by_slugger(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """A repeated slug takes the next free number; whatever came out counts as taken."""
    taken: dict[str, int] = {}
    for heading in headings:
        if heading.custom is not None:
            yield heading.custom
            continue
        base = result = slug(heading.text)
        while result in taken:
            taken[base] += 1
            result = f"{base}-{taken[base]}"
        taken[result] = 0
        yield result


def _by_counter(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """A repeated slug takes its own number, whether or not something else has that name already."""
    seen: dict[str, int] = {}
    for heading in headings:
        if heading.custom is not None:
            yield heading.custom
            continue
        base = slug(heading.text)
        number = seen.get(base, 0)
        seen[base] = number + 1
        yield f"{base}-{number}" if number else base


def _by_trial(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """The first number that is free, ids of authors included."""
    taken: set[str] = set()
    next_number: dict[str, int] = {}
    for heading in headings:
        base = result = slug(heading.text) if heading.custom is None else heading.custom
        while heading.custom is None and result in taken:
            next_number[base] = next_number.get(base, 0) + 1
            result = f"{base}-{next_number[base]}"
        taken.add(result)
        yield result


def _by_underscore(headings: list[HeadingText], slug: Callable[[str], str]) -> Iterator[str]:
    """`_1`, `_2`; ids of authors are taken from the start, and a slug that ends in a number counts on."""
    taken = {heading.custom for heading in headings if heading.custom is not None}
    next_number: dict[str, int] = {}
    for heading in headings:
        if heading.custom is not None:
            yield heading.custom
            continue
        result = slug(heading.text)
        if result in taken or not result:
            numbered = _MKDOCS_NUMBER.match(result)
            base = numbered[1] if numbered else result
            number = int(numbered[2]) + 1 if numbered and len(numbered[2]) < 10 else 1  # noqa: PLR2004 - digits of a count
            number = max(number, next_number.get(base, 0))
            while (result := f"{base}_{number}") in taken:
                number += 1
            next_number[base] = number + 1
        taken.add(result)
        yield result


FLAVOURS: Mapping[str, Flavour] = {
    "github": Flavour(_github_slug, _github_slugs, _by_slugger, "-", counts_raw=True),
    "gitlab": Flavour(_gitlab_slug, _gitlab_slugs, _by_counter, "-", counts_raw=True),
    "mkdocs": Flavour(
        _mkdocs_slug,
        _mkdocs_slugs,
        _by_underscore,
        ":",
        _MARKED_ATTRIBUTES,
        marks=True,
        bare_marks=True,
        shows_unused_footnotes=True,
    ),
    "hugo": Flavour(
        _hugo_slug, _hugo_slugs, _by_trial, ":", _ATTRIBUTES, after_space=False, names_empty=False, is_typographic=True
    ),
    "docusaurus": Flavour(_github_slug, _github_slugs, _by_slugger, "-", _ID_ALONE, after_space=False),
    "kramdown": Flavour(
        _kramdown_slug,
        _kramdown_slugs,
        _by_counter,
        ":",
        _ID_OR_MARKED,
        marks=True,
        mark_renames_heading=True,
        names_empty=False,
    ),
}
