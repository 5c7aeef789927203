"""Inserts a section that the type requires at its place in the order, with the text that the template has for it."""

import re
from collections.abc import Iterator, Sequence

from meminit.composing.template import escaped
from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.plan import TextEdit
from meminit.rule import required_sections
from meminit.sources.lines import split

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*")
_COMMENT = re.compile(r"\s*<!--.*-->\s*")
_NUMBER = re.compile(r"^\d+(?:\.\d+)*[.)]?\s+")


def correct(finding: Finding, page: Page, known: Known) -> Result:
    name = str(finding.context.get("section", ""))
    if page.document is None:
        return Stays("no_clear_correction", "the document cannot be read")
    sections = required_sections(page.document, page.settings)
    number = next((at for at, each in enumerate(sections) if each.name == name), None)
    if number is None:
        return Stays("no_clear_correction", "the section is not required")
    level = min((heading.level for each in sections for heading in each.headings[:1]), default=2)
    text = [f"{'#' * level} {escaped(name)}", "", *_of_template(name, page, known)]
    following = next((each.headings[0].line for each in sections[number + 1 :] if each.headings), None)
    is_first = all(each.headings for each in sections[:number])
    return Corrected((_edit(finding, page, text, following, is_first=is_first),), safe=False, rank=number)


def _edit(finding: Finding, page: Page, text: Sequence[str], following: int | None, *, is_first: bool) -> TextEdit:
    end = page.line_end
    if following is not None:
        at = following
        while at > 1 and _COMMENT.fullmatch(page.lines[at - 2]):
            at -= 1
        gap = "" if at < 2 or not page.lines[at - 2].strip() else end  # noqa: PLR2004 - the line above
        return TextEdit(at, 1, "", gap + "".join(f"{each}{end}" for each in text), finding.code)
    lines = list(text)
    while lines and not lines[-1]:
        lines.pop()
    last = page.lines[-1]
    before = "" if not last or not is_first else end
    above = page.lines[-2] if not last and len(page.lines) > 1 else last
    gap = end if above.strip() or not is_first else ""
    whole = before + gap + "".join(f"{each}{end}" for each in lines)
    return TextEdit(len(page.lines), len(last) + 1, "", whole, finding.code)


def _of_template(name: str, page: Page, known: Known) -> Iterator[str]:
    """The lines below the heading in the template of the type; none where placeholders would have to be filled."""
    kind = page.namespace.types.get(page.type_name or "")
    text = known.template(kind.template) if kind and kind.template else None
    found: list[str] = []
    level = 0
    for line in split(text or ""):
        heading = _HEADING.fullmatch(line)
        if level and heading and len(heading[1]) <= level:
            break
        if level:
            found.append(line)
        elif heading and _bare(heading[2]) == _bare(name):
            level = len(heading[1])
    while found and not found[-1].strip():
        found.pop()
    while found and not found[0].strip():
        found.pop(0)
    while found and _COMMENT.fullmatch(found[-1]) and "MEMINIT_SECTION" in found[-1]:
        found.pop()
    if found and not any("{{" in each for each in found):
        yield from (*found, "")


def _bare(text: str) -> str:
    return " ".join(_NUMBER.sub("", text).casefold().split())


CORRECTION = Correction(("MISSING_SECTION",), correct)
