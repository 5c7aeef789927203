"""The body of a new document: its sections, those that are required and missing, and where each one is."""

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.composing.naming import slug
from meminit.composing.template import escaped
from meminit.model.document import BlockLine, Heading
from meminit.model.node import Plain
from meminit.rule import Section

BLOCK = "MEMINIT_METADATA_BLOCK"
_RISKY = re.compile(r"[\[\]<>&|`\\\r\n]")
_MARK = re.compile(r"^\s*<!--\s*MEMINIT_SECTION:\s*(.*?)\s*-->\s*$")
_PROMPT = re.compile(r"<!--\s*AGENT:\s*(.*?)\s*-->", re.DOTALL)
_COMMENT = re.compile(r"^\s*<!--.*-->\s*$")


class Placed(NamedTuple):
    """A section of a document by the lines of the file: from its heading to before the next one as high or higher."""

    id: str
    heading: str
    line: int
    end_line: int
    prompt: str | None


def plain(title: str) -> str:
    """The body of a document for which there is no template."""
    return f"# {escaped(title)}\n"


def completed(text: str, required: Sequence[Section]) -> str:
    """The text of a document with the required sections that it lacks, each before the next one that it has."""
    present = [heading for section in required for heading in section.headings[:1]]
    level = min((each.level for each in present), default=2)
    lines = [*text.rstrip().split("\n"), ""]
    added: dict[int, list[str]] = {}
    for number, section in enumerate(required):
        if not section.headings:
            following = (each.headings[0].line for each in required[number + 1 :] if each.headings)
            at = _above_comments(lines, next(following, None))
            added.setdefault(at, []).extend((f"{'#' * level} {escaped(section.name)}", ""))
    for at in sorted(added, reverse=True):
        lines[at:at] = added[at]
    return "\n".join(lines).rstrip("\n") + "\n"


def _above_comments(lines: list[str], line: int | None) -> int:
    """Where to insert before the heading on this line and what belongs to it; at the end where there is none."""
    if line is None:
        return len(lines)
    at = line - 1
    while at > 0 and _COMMENT.match(lines[at - 1]):
        at -= 1
    return at


def agreeing(text: str, block: Iterable[BlockLine], values: Mapping[str, Plain], described: Container[str]) -> str:
    """The text with each line of its metadata block as the front matter has the field; without a field, no line."""
    lines = text.splitlines(keepends=True)
    for each in block:
        field = "_".join(each.label.casefold().split())
        line = lines[each.line - 1]
        if field in values:
            shown = _shown(values[field])
            start = each.column - 1
            lines[each.line - 1] = line[:start] + shown + line[start + len(each.value) :] if shown else ""
        elif field in described:
            lines[each.line - 1] = ""
    return "".join(lines)


def _shown(value: Plain) -> str:
    every = value if isinstance(value, list) else [value]
    text = ", ".join(each if isinstance(each, str) else json.dumps(each) for each in every)
    return escaped(text) if _RISKY.search(text) else text  # emphasis is harmless here, and not taken for a difference


def sections(text: str, headings: Iterable[Heading], first_line: int) -> list[Placed]:
    """The sections that begin on this line or later; the heading that is the title of the document opens none."""
    lines = text.splitlines()
    every = [each for each in headings if not each.nested and each.line >= first_line]
    title = every[0] if every and every[0].level == 1 else None
    marks = _marks(lines, [each.line for each in every], title.line if title else 0)
    return list(_placed(lines, every[1:] if title else every, marks))


class _Mark(NamedTuple):
    name: str
    line: int


def _marks(lines: list[str], headings: list[int], title: int) -> dict[int, _Mark]:
    """The mark of each heading, by their lines. It is the nearest heading with nothing but comments in between.

    Where both are as near, it is that above: some templates put marks below headings. The title needs none.
    """
    found: dict[int, _Mark] = {}
    for number, each in enumerate(lines, 1):
        mark = _MARK.match(each)
        if mark:
            above = max((line for line in headings if line < number), default=None)
            below = min((line for line in headings if line > number), default=None)
            up = _distance(lines, above, number) if above else None
            down = _distance(lines, number, below) if below else None
            is_up = up is not None and (down is None or up < down or (up == down and above != title))
            chosen = above if is_up else below if down is not None else None
            if chosen:
                found.setdefault(chosen, _Mark(mark[1], number))
    return found


def _distance(lines: list[str], start: int, end: int | None) -> int | None:
    """The lines between two; None where there is more than comments and empty lines between them."""
    if end is None:
        return None
    between = lines[start : end - 1]
    return len(between) if all(not each.strip() or _COMMENT.match(each) for each in between) else None


def _placed(lines: list[str], every: list[Heading], marks: Mapping[int, _Mark]) -> Iterator[Placed]:
    taken: dict[str, int] = {}
    begins = [min(each.line, marks[each.line].line) if each.line in marks else each.line for each in every]
    for number, heading in enumerate(every):
        later = range(number + 1, len(every))
        end = next((begins[each] - 1 for each in later if every[each].level <= heading.level), len(lines))
        inner = max(next((begins[each] - 1 for each in later), len(lines)), heading.line)
        while end > heading.line and not lines[end - 1].strip():
            end -= 1
        prompt = _PROMPT.search("\n".join(lines[heading.line - 1 : inner]))
        mark = marks.get(heading.line)
        name = (mark.name if mark else "") or slug(heading.text) or "section"
        taken[name] = taken.get(name, 0) + 1
        name = name if taken[name] == 1 else f"{name}-{taken[name]}"
        yield Placed(name, heading.text, heading.line, end, prompt[1] if prompt else None)
