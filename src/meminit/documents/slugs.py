"""Turns the headings of a document into the anchors that a site generator gives them."""

import re
from collections.abc import Iterable, Iterator

from meminit.documents.flavours import FLAVOURS, Flavour
from meminit.documents.numbering import HeadingText
from meminit.model import open_set

_ATTRIBUTE = re.compile(
    r"\s*(?:#(?P<id>[^\s#{}]+)|\.[^\s{}]+|(?P<key>[\w:-]+)=(?P<value>\"[^\"]*\"|'[^']*'|[^\s{}\"']+))"
)
_SIMPLE = re.compile(r"(?! )[ -~\n]*(?<! )")
_OWN_ID = re.compile(r"[^{}\n]*\{#([A-Za-z0-9_-]+)\}")
_BRACES = re.compile(r"\{[^{}\n]*\}$", re.MULTILINE)
_TEMPLATE = re.compile(r"\{%[^{}]+%\}|\{\{[^{}]+\}\}")  # as it is written, where no site is known to complete it
_DASHES = re.compile("-{2,3}")


def anchors(flavour: str, headings: Iterable[HeadingText]) -> list[str]:
    """The anchor of each heading, in the order of the document."""
    here = FLAVOURS[flavour]
    named = [each for each in headings if here.names_empty or each.custom is not None or each.text.strip()]
    plain = [each for each in named if not _is_open(each)]
    found = list(here.numbered(plain, here.slug))
    if not here.names_titles:  # they take part in the numbering all the same
        found = [anchor for each, anchor in zip(plain, found, strict=True) if not each.is_title]
        named = [each for each in named if not each.is_title]
    return [*found, *(_open(here, each.text) for each in named if _is_open(each))]


def _is_open(heading: HeadingText) -> bool:
    return heading.custom is None and open_set.holds_template(heading.text)


def _open(here: Flavour, text: str) -> str:
    """The entry for a heading in which something else will stand for a template."""
    around = [here.slug(part).strip("-_") if any(map(str.isalnum, part)) else "" for part in open_set.parts(text)]
    return open_set.pattern(around)


def as_anchor(text: str) -> str:
    """The id of an element; in the place of a template something else will stand."""
    return open_set.pattern(open_set.parts(text)) if open_set.holds_template(text) else text


def own_ids(flavour: str, lines: list[str]) -> list[str | None]:
    """The ids that authors plainly gave headings; None for each other heading, and for all where there are none."""
    here = FLAVOURS[flavour]
    if here.braces is None or here.after_space:
        return [None] * len(lines)
    found = [_OWN_ID.fullmatch(each) if each.isascii() or not here.others else None for each in lines]
    return [each[1] if each else None for each in found]


def simple_anchors(flavour: str, lines: str, ids: list[str | None]) -> list[str] | None:
    """The anchors of headings all at once, of those with ids, and of the others, a line of plain ASCII for each.

    None where attributes may come in, or anything that takes a closer look.
    """
    here = FLAVOURS[flavour]
    if not _SIMPLE.fullmatch(lines) or " \n" in lines or "\n " in lines:
        return None
    if "{" in lines and (open_set.holds_template(lines) or (here.may_be_template and _TEMPLATE.search(lines))):
        return None
    if here.otherwise and here.otherwise.search(lines):
        return None
    if not here.names_empty and "" in lines.split("\n"):
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
    if open_set.holds_template(text):
        return
    if here.may_be_template and "{" in text and _TEMPLATE.search(text):
        around = [here.slug(part.strip()).strip("-_") for part in _TEMPLATE.split(text)]
        if any(around) or "{%" in text:
            yield open_set.pattern(around)
    if here.is_typographic and "--" in text:
        yield here.slug(_DASHES.sub("", text))
    if here.others:
        yield from here.others(text)


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
