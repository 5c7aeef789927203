"""The body of a new document: its sections, those that are required and missing, and where each one is."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from meminit.composing.naming import slug
from meminit.composing.template import escaped
from meminit.model.document import Heading
from meminit.rule import Section

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


def sections(text: str, headings: Iterable[Heading], first_line: int) -> list[Placed]:
    """The sections that begin on this line or later; the heading that is the title of the document opens none."""
    lines = text.splitlines()
    top = [each for each in headings if not each.nested and each.line >= first_line]
    if top and top[0].level == 1:
        top = top[1:]
    begins = [_begin(lines, each.line) for each in top]
    return list(_placed(lines, top, begins))


def _placed(lines: list[str], top: list[Heading], begins: list[int]) -> Iterator[Placed]:
    taken: dict[str, int] = {}
    for number, heading in enumerate(top):
        later = range(number + 1, len(top))
        end = next((begins[each] - 1 for each in later if top[each].level <= heading.level), len(lines))
        inner = next((begins[each] - 1 for each in later), len(lines))
        while end > heading.line and not lines[end - 1].strip():
            end -= 1
        prompt = _PROMPT.search("\n".join(lines[heading.line - 1 : max(inner, heading.line)]))
        name = _name(lines, heading, begins[number])
        taken[name] = taken.get(name, 0) + 1
        name = name if taken[name] == 1 else f"{name}-{taken[name]}"
        yield Placed(name, heading.text, heading.line, end, prompt[1] if prompt else None)


def _begin(lines: list[str], line: int) -> int:
    """The first line of the marks right above a heading, or else its own; a prompt above belongs to what is there."""
    at = line
    while at > 1 and (_MARK.match(lines[at - 2]) or (not lines[at - 2].strip() and _is_marked(lines, at - 2))):
        at -= 1
    return at


def _is_marked(lines: list[str], before: int) -> bool:
    """Whether a mark stands above the blank lines that end here."""
    while before > 0 and not lines[before - 1].strip():
        before -= 1
    return before > 0 and _MARK.match(lines[before - 1]) is not None


def _name(lines: list[str], heading: Heading, begin: int) -> str:
    marks = [found[1] for each in lines[begin - 1 : heading.line] if (found := _MARK.match(each))]
    return marks[0] if marks and marks[0] else slug(heading.text) or "section"
