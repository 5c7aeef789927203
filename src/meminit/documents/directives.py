"""Reads the comments by which an author accepts findings: `<!-- meminit: ignore CODE -->`, and `#` in front matter.

Few documents have one, so these few are read once more for it, block by block and without what stands in the blocks.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from meminit.documents import front_matter, markdown
from meminit.model.suppression import MOST, MOST_LINES, SURPLUS, Suppression
from meminit.sources.limits import Limits
from meminit.sources.lines import line_at

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
    """Those of a document, in the order of the text; what is beyond the bounds comes last, as one without codes."""
    front = front_matter.read(text, limits)
    found = list(_of_front_matter(front.text)) if front.fields else []
    body = text[front.body_at :]
    if markdown.surplus(body, front.body_line, limits.marks):
        return found
    if body.count("\n") + body.count("\r") > MOST_LINES:
        place = _COMMENT.search(body)
        return [*found, _surplus(line_at(body, place.start()) + front.body_line - 1)] if place else found
    every = list(islice(chain(found, _of_body(body, front.body_line)), MOST + 1))
    return [*every[:MOST], _surplus(every[MOST].line)] if len(every) > MOST else every


def _surplus(line: int) -> Suppression:
    return Suppression(line, 1, SURPLUS, SURPLUS, ())


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
    found = sorted(set(islice(_directives(tokens, lines), 2 * MOST)))  # a row of a table is seen twice
    scope = _Scope(lines, _ends(tokens, environment), found) if found else None
    for each in found if scope else ():
        first, last = scope.of(each)  # type: ignore[union-attr]  # there is one
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
    starts = [start for start, _ in hidden]
    line = at = begin = 0  # of what was looked at so far
    is_open = False
    for match in _COMMENT.finditer(text):
        start = match.start()
        line += text.count("\n", at, start)
        begin = max(begin, text.rfind("\n", at, start) + 1)
        opened, closed = text.rfind("<!--", at, start), text.rfind("-->", at, start)
        is_open = opened > closed if max(opened, closed) >= 0 else is_open
        at = start
        span = bisect_right(starts, start) - 1
        is_code = span >= 0 and start < hidden[span][1]
        if text[start - 1 : start] == "\\" or is_code or (comments_open and is_open):
            continue
        codes, reason = _said(match[2])
        end = start + len(match[0])
        yield _Found(numbers[line], start - begin, end - begin, match[1] == "ignore-file", codes, reason)


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


class _Scope:
    """Which lines directives speak of; each line is looked at once."""

    def __init__(self, lines: Sequence[str], ends: dict[int, int], found: Sequence[_Found]) -> None:
        self._lines = lines
        self._ends = ends
        self._texts = {number: _text_in(lines[number]) for number in {each.line for each in found}}
        self._following = self._next_lines()
        self._blocks: dict[int, int] = {}

    def _next_lines(self) -> list[int]:
        """For each line, itself or the next one that holds anything but directives."""
        following = [len(self._lines)] * (len(self._lines) + 1)
        for number in range(len(self._lines) - 1, -1, -1):
            known = self._texts.get(number)
            holds = known[0] is not None if known else bool(_rest(self._lines[number]))
            following[number] = number if holds else following[number + 1]
        return following

    def of(self, found: _Found) -> tuple[int, int]:
        """What has no block behind it speaks of its own line."""
        first_text, last_text = self._texts[found.line]
        if first_text is not None and last_text is not None and first_text < found.start and last_text < found.end:
            return found.line, found.line
        first = self._following[found.line + 1]
        if first >= len(self._lines):
            return found.line, found.line
        if first not in self._blocks:
            self._blocks[first] = self._last(first)
        return first, self._blocks[first]

    def _last(self, first: int) -> int:
        last = self._ends.get(first, first + 1) - 1
        if first not in self._ends:  # the rest of a block of HTML, or of an item of a list
            while last + 1 < len(self._lines) and last + 1 not in self._ends and _rest(self._lines[last + 1]):
                last += 1
        while last > first and not self._lines[last].strip():
            last -= 1
        return min(last, len(self._lines) - 1)


def _text_in(line: str) -> tuple[int | None, int | None]:
    """Where a line begins to hold anything but directives and the marks of its containers, and where it ends to."""
    bare = _COMMENT.sub(lambda found: " " * len(found[0]), line)
    text = bare[_CONTAINER.match(bare).end() :]  # type: ignore[union-attr]  # it matches anything
    if not text.strip():
        return None, None
    return len(bare) - len(text.lstrip()), len(bare.rstrip(_AFTER)) - 1


def _rest(text: str) -> str:
    """What a line holds besides the marks of the quotations and lists that it is in."""
    return text[_CONTAINER.match(text).end() :].strip()  # type: ignore[union-attr]  # it matches anything
