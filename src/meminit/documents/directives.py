"""Reads the comments by which an author accepts findings: `<!-- meminit: ignore CODE -->`, and `#` in front matter.

Few documents have one, so these few are read once more for it, block by block and without what stands in the blocks.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from meminit.documents import front_matter, markdown
from meminit.model.suppression import Suppression
from meminit.sources.limits import Limits

_COMMENT = re.compile(r"<!--[ \t]*meminit: (ignore-file|ignore)(?![\w-])(.*?)-->")
_IN_FRONT_MATTER = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*meminit: ignore(?![\w-])(.*)$")
_CONTAINER = re.compile(r"(?:[ \t]*(?:>|[-+*](?=[ \t])|[0-9]{1,9}[.)](?=[ \t])))*[ \t]*")
_TICKS = re.compile(r"\\?`+")
_VERBATIM = re.compile(r"\s*<(?:script|pre|style|textarea)\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[,\s]+")
_AFTER = " \t|"  # what may follow a directive at the end of a line, as in the last cell of a row
_FIRST_LINE = 2  # of front matter


class _Found(NamedTuple):
    """A directive: its line, counted from 0, where it stands in it, and what it says."""

    line: int
    start: int
    end: int
    is_of_file: bool
    codes: tuple[str, ...]
    reason: str


def suppressions(text: str, limits: Limits) -> list[Suppression]:
    """Those of a document, in the order of the text."""
    front = front_matter.read(text, limits)
    found = list(_of_front_matter(front.text)) if front.fields else []
    body = text[front.body_at :]
    if not markdown.surplus(body, front.body_line, limits.marks):
        found += _of_body(body, front.body_line)
    return found


def _said(words: str) -> tuple[tuple[str, ...], str]:
    """The codes and the reason that a directive gives."""
    codes, _, reason = words.partition("--")
    return tuple(filter(None, _BETWEEN.split(codes))), reason.strip()


def _of_front_matter(text: str) -> Iterator[Suppression]:
    lines = re.split(r"\r\n|\n|\r", text)
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at = text.find(line, at) + len(line)
        at += 2 if text[at : at + 2] == "\r\n" else 1
    found = [(number, match) for number, line in enumerate(lines) if (match := _IN_FRONT_MATTER.search(line))]
    spans = _scalars(text) if found else []
    alone = {number for number, match in found if not lines[number][: match.start()].strip()}
    for number, match in found:
        place = starts[number] + match.start()
        if any(start <= place < end for start, end in spans):
            continue
        about = number
        while about in alone:
            about += 1
        codes, reason = _said(match[1])
        line = about + _FIRST_LINE
        yield Suppression(number + _FIRST_LINE, match.start() + 1, line, line, codes, reason)


def _scalars(text: str) -> list[tuple[int, int]]:
    """Where values and keys stand, in which a number sign begins no comment; the text is known to be sound."""
    import yaml  # noqa: PLC0415 - for the few documents that have a directive in their front matter

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    scalars = [each for each in yaml.parse(text, Loader=loader) if isinstance(each, yaml.ScalarEvent)]
    marks = [(each.start_mark, each.end_mark) for each in scalars]
    return [(start.index, end.index) for start, end in marks if start and end]


def _of_body(body: str, first_line: int) -> Iterator[Suppression]:
    lines = re.split(r"\r\n|\n|\r", body)
    environment: dict[str, object] = {}
    tokens = _parser().parse(body, environment)
    found = sorted(set(_directives(tokens, lines)))
    ends = _ends(tokens, environment)
    alone = _alone(found, lines)
    for each in found:
        first, last = _lines_of(each, lines, ends, alone)
        about = (0, 0) if each.is_of_file else (first + first_line, last + first_line)
        yield Suppression(each.line + first_line, each.start + 1, *about, each.codes, each.reason)


@cache
def _parser() -> MarkdownIt:
    """Finds blocks alone: what stands in them may take long, and does not matter."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _directives(tokens: Sequence[Token], lines: Sequence[str]) -> Iterator[_Found]:
    for token in tokens:
        if token.map is None:
            continue
        first, end = token.map
        if token.type == "html_block":
            if not _VERBATIM.match(token.content):
                yield from _in_lines(lines, range(first, min(end, len(lines))), comments_open=True)
        elif token.type in {"inline", "table_open"}:
            yield from _in_lines(lines, range(first, min(end, len(lines))))


def _in_lines(lines: Sequence[str], numbers: range, *, comments_open: bool = False) -> Iterator[_Found]:
    """The directives in these lines: not in code, which may go on over lines, nor in another comment."""
    text = "\n".join(lines[number] for number in numbers)
    hidden = [] if comments_open else _code_spans(text)
    at = 0
    for match in _COMMENT.finditer(text):
        before = text[: match.start()]
        is_escaped = before.endswith("\\")
        is_within = comments_open and before.rfind("<!--") > before.rfind("-->")
        if is_escaped or is_within or any(start <= match.start() < end for start, end in hidden):
            continue
        at = before.count("\n")
        start = match.start() - (before.rfind("\n") + 1)
        codes, reason = _said(match[2])
        yield _Found(numbers[at], start, start + len(match[0]), match[1] == "ignore-file", codes, reason)


def _code_spans(text: str) -> list[tuple[int, int]]:
    """Where code stands between backticks: each run of them ends at the next one of its length."""
    runs = [match for match in _TICKS.finditer(text) if not match[0].startswith("\\")]
    following: dict[int, list[int]] = {}
    for number, match in reversed(list(enumerate(runs))):
        following.setdefault(len(match[0]), []).append(number)
    spans, at = [], 0
    while at < len(runs):
        known = following[len(runs[at][0])]
        while known and known[-1] <= at:
            known.pop()
        if known:
            spans.append((runs[at].start(), runs[known[-1]].end()))
            at = known[-1]
        at += 1
    return spans


def _ends(tokens: Sequence[Token], environment: dict[str, object]) -> dict[int, int]:
    """The line after each block, by the line on which it begins; where several begin, of the largest one."""
    ends: dict[int, int] = {}
    for token in tokens:
        if token.map and token.nesting >= 0 and token.type != "inline":
            ends[token.map[0]] = max(ends.get(token.map[0], 0), token.map[1])
    references = environment.get("references")
    repeated = environment.get("duplicate_refs")
    known = [*(references.values() if isinstance(references, dict) else ()), *(repeated or ())]  # type: ignore[misc]
    for each in known:
        first, end = each["map"]
        ends.setdefault(first, end)
    return ends


def _alone(found: Sequence[_Found], lines: Sequence[str]) -> set[int]:
    """The lines with nothing but directives."""
    return {each.line for each in found if not _rest(_COMMENT.sub("", lines[each.line]))}


def _rest(text: str) -> str:
    """What a line holds besides the marks of the quotations and lists that it is in."""
    return text[_CONTAINER.match(text).end() :].strip()  # type: ignore[union-attr]  # it matches anything


def _lines_of(found: _Found, lines: Sequence[str], ends: dict[int, int], alone: set[int]) -> tuple[int, int]:
    """The lines that a directive speaks of; what has none behind it speaks of its own."""
    line = lines[found.line]
    before, after = _COMMENT.sub("", line[: found.start]), _COMMENT.sub("", line[found.end :])
    if found.line not in alone and _rest(before) and not after.strip(_AFTER):
        return found.line, found.line
    first = found.line + 1
    while first < len(lines) and (first in alone or not _rest(lines[first])):
        first += 1
    if first >= len(lines):
        return found.line, found.line
    last = ends.get(first, first + 1) - 1
    if first not in ends:  # the rest of a block of HTML, or of an item of a list
        while last + 1 < len(lines) and last + 1 not in ends and _rest(lines[last + 1]):
            last += 1
    while last > first and not lines[last].strip():
        last -= 1
    return first, min(last, len(lines) - 1)
