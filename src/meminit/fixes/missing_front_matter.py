"""Inserts front matter with the fields that the schema requires, or corrects what hides it: blank lines, odd fences."""

import re
from collections.abc import Sequence

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.documents import front_matter
from meminit.edits.spans import applied
from meminit.fixes import fences, field_values, yaml_values
from meminit.model.finding import Finding
from meminit.model.node import Plain
from meminit.model.plan import TextEdit
from meminit.sources.lines import split

_HIDDEN = re.compile(r"\s+(?=---[ \t]*(?:[\r\n]|\Z))")
_COMMENTED = re.compile(r"(?:\s*<!--(?:(?!-->)[\s\S])*-->)+\s*(?=^---[ \t]*$)", re.MULTILINE)
_FIELD = re.compile(r"""["']?([\w-]+)["']?[ \t]*:(?:[ \t]|$)""")
_OF_FIELDS = re.compile(rf"{_FIELD.pattern}|[ \t]|[-#]|$")
_BEGINNING = 10_000  # characters of a body in which front matter is looked for
_MOST = 200


def correct(finding: Finding, page: Page, known: Known) -> Result:
    hidden = _HIDDEN.match(page.text)
    if hidden and hidden[0][-1] in "\r\n":
        return _uncovered(finding, page, hidden[0])
    if "\0" in page.text:
        return Stays("no_clear_correction", "the file may be in an encoding other than UTF-8")
    other = _misread(finding, page)
    if other:
        return other
    if _is_unopened(page):
        return Stays("needs_author", "front matter seems to stand in the body; a line of only --- has to be above it")
    values, is_safe = _values(page, known)
    if not values:
        return Stays("needs_author", "only the author knows what the front matter should say")
    lines = [f"{name}: {yaml_values.written(value, name)}" for name, value in values.items()]
    if page.front.body_at:  # it is there, and empty
        text = page.line_end.join((*lines, ""))
        edit = TextEdit(page.end_of_fields, 1, "", text, finding.code)
    else:
        edit = TextEdit(1, 1, "", page.line_end.join(("---", *lines, "---", "")), finding.code)
    return Corrected((edit,), safe=is_safe)


def _is_unopened(page: Page) -> bool:
    """Whether fields stand above a fence in the body: below another fence, or where that is lost or damaged."""
    beginning = split(page.text[page.front.body_at :][:_BEGINNING].lstrip())
    first, second = [*(number for number, line in enumerate(beginning) if line.rstrip() == "---"), None, None][:2]
    above, between = beginning[:first], beginning[(first or 0) + 1 : second]
    damaged = above if not above or _FIELD.match(above[0]) else above[1:]
    return (first is not None and _are_fields(damaged, page)) or (second is not None and _are_fields(between, page))


def _are_fields(inner: Sequence[str], page: Page) -> bool:
    names = fences.known_names(page)
    known = {found[1] for line in inner if (found := _FIELD.match(line)) and found[1] in names}
    return len(known) > 1 and all(_OF_FIELDS.match(line) for line in inner)


def _uncovered(finding: Finding, page: Page, blanks: str) -> Result:
    """Without the blank lines before it; never with a second block. What cannot be read is corrected next, or stays."""
    front = front_matter.read(page.text[len(blanks) :])
    if front.fields is None and not front.body_at:
        return Stays("needs_author", "front matter stands below blank lines, and is not closed either")
    return Corrected((TextEdit(1, 1, blanks, "", finding.code),))


def _misread(finding: Finding, page: Page) -> Result | None:
    """What becomes of front matter between lines that are nearly fences, or below a comment."""
    names = fences.known_names(page)
    commented = _COMMENTED.match(page.text)
    if commented:
        fields = front_matter.read(page.text[commented.end() :]).fields
        is_meant = fields is not None and not names.isdisjoint(fields.entries)
        return Stays("needs_author", "front matter stands below a comment; it has to come first") if is_meant else None
    opening, end = fences.opening(page, finding.code), fences.end(page)
    if opening is None or end is None:
        return None
    closing = fences.closing(page, end, finding.code)
    edits = (opening,) if closing.old == "---" else (opening, closing)
    fields = front_matter.read(applied(page.text, edits)).fields
    if fields is not None and not names.isdisjoint(fields.entries):
        return Corrected(edits)
    return Stays("needs_author", "front matter stands below a line that is nearly a fence, and cannot be read")


def _values(page: Page, known: Known) -> tuple[dict[str, Plain], bool]:
    """What is required and known, in the order of the schema; and whether nothing else can have been meant."""
    kind = page.folder_type.name if page.folder_type else None
    judges = page.judges_of(kind)
    wanted = [*field_values.required(judges)]
    if not wanted:
        wanted = [each for each in (page.governing.id_field, "title") if each]
    likely = {name: field_values.likely(name, page, known, kind, judges) for name in wanted}
    if all(each and each.safe for each in likely.values()):
        values = {name: each.value for name, each in likely.items() if each}
        if not judges.breaches(values):  # as nearly always; to judge each of them takes its time
            if kind and page.governing.id_field in values:
                known.ids.next_id(page.namespace.name, kind, True)  # noqa: FBT003 - see `Ids`
            return values, True
    values = {}
    seen: set[str] = set()
    is_safe = True
    while wanted and len(seen) < _MOST:
        name = wanted.pop(0)
        if name in seen:
            continue
        seen.add(name)
        found = field_values.found(name, page, known, kind, judges)
        if found and (found.safe or known.with_unsafe):
            values[name] = found.value
            is_safe &= found.safe
        if not wanted:
            wanted = [each for each in judges.missing(values) if each not in seen]
    return values, is_safe


CORRECTION = Correction(("MISSING_FRONTMATTER",), correct, is_local=False)
