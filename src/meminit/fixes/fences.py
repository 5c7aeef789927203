"""Finds where front matter plainly ends, and corrects the lines at both ends of it that are nearly fences."""

import re

from meminit.correction import Page
from meminit.model.plan import TextEdit

_KEY = re.compile(r"""(?P<key>[^\s#'"\[\]{}&*!|>%@`,-][^:#]*?|"[^"]*"|'[^']*')[ \t]*:(?:[ \t]|$)""")
_MORE = re.compile(r"[ \t]+\S|-(?:[ \t]|$)")
_COMMENT = re.compile(r"[ \t]*#")
_NEARLY = re.compile(r"(?:-{2,}|\.{3}|[\u2013\u2014]-?)(?=[ \t]*$)")


def known_names(page: Page) -> frozenset[str]:
    """The fields that the schemas describe."""
    return frozenset(each for schema in page.judges_of(None).schemas for each in schema.names)


def end(page: Page) -> int | None:
    """The number of the first line that no longer belongs to the mapping; None where there is no mapping."""
    names = known_names(page)
    last = None
    for number, line in enumerate(page.lines[1:], 2):
        is_next = last is None or number == last + 1
        key = _KEY.match(line)
        is_field = key is not None and (is_next or key["key"].strip("'\"") in names)
        if is_field or (last is not None and is_next and _MORE.match(line)):
            last = number
        elif line.strip() and not _COMMENT.match(line):
            break
    return None if last is None else last + 1


def closing(page: Page, number: int, code: str) -> TextEdit:
    """A fence before this line, or in the place of what was meant as one."""
    there = next((each for each in range(number, len(page.lines) + 1) if page.lines[each - 1].strip()), 0)
    nearly = _NEARLY.match(page.lines[there - 1]) if there else None
    if nearly:
        return TextEdit(there, 1, nearly[0], "---", code)
    is_last = number > len(page.lines) or (number == len(page.lines) and not page.lines[number - 1])
    if is_last and page.text[-1:] not in "\r\n":
        return TextEdit(len(page.lines), len(page.lines[-1]) + 1, "", f"{page.line_end}---{page.line_end}", code)
    return TextEdit(number, 1, "", f"---{page.line_end}", code)


def opening(page: Page, code: str) -> TextEdit | None:
    """A fence in the place of a first line that was meant as one; None where it was not, or is one."""
    nearly = _NEARLY.match(page.lines[0])
    return TextEdit(1, 1, nearly[0], "---", code) if nearly and nearly[0] != "---" else None
