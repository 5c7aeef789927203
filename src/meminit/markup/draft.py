"""A body on its way to the Markdown parser: what is no Markdown is taken out, and every character keeps its line.

Columns stay, too, but for blanks that are taken away at the beginning of a line, whose number is kept.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeAlias

from meminit.model import open_set

_SHOWN = re.compile(r"[^\n]")
_FENCE = re.compile(r"(`{3,}|~{3,})(.*)\n?")
_BEFORE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*")
_RUN = re.compile(r"`+")
_PARAGRAPH_END = re.compile(r"\n[ \t>]*(?=\n)")
# A component at the beginning of a line: its name has a capital or a dash, which elements of HTML have not.
_COMPONENT = re.compile(r"^[ \t>]*<([A-Z][\w.]*|[a-z]+-[\w-]*)(\s[^<>]*)?/?>", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}(?:#{2,6}[ \t]|-{2,}[ \t]*$|<h[2-6])", re.MULTILINE)  # below that of the page
_VALUE = re.compile(r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'")
_ONE_TAG = re.compile(r"</?[A-Za-z][\w.:-]*+(?:\s[^<>{}]*+)?/?>")
_BESIDE_TAGS = ("\n", " ", ">", "\t", "")
_MOST_ENTRIES = 300
_FAR = 2_000  # characters of a line; beyond them something stands there


TagKind: TypeAlias = Literal["element", "component", "link"]


class UnseenTag(NamedTuple):
    """A tag that the Markdown parser does not see, with the line of the body by its index, and the column.

    A component is none of HTML; what its `href` leads to is a link all the same. One of the kind `link` stands within
    text, where the parser sees a tag that means nothing to HTML.
    """

    text: str
    line: int
    column: int
    kind: TagKind


class Prepared(NamedTuple):
    """The text for the parser; how many blanks were taken away from which line, by its index; what markup may make."""

    text: str
    shifts: Mapping[int, int]
    anchors: frozenset[str]
    tags: tuple[UnseenTag, ...]


class Draft:
    def __init__(self, text: str) -> None:
        self.text = text
        self.shifts: dict[int, int] = {}
        self.anchors: set[str] = set()
        self.tags: list[UnseenTag] = []
        self._original = text
        self._blocks: Ranges | None = None
        self._code: Code | None = None
        self._line_ends: list[int] = []
        self._entries = 0

    def prepared(self) -> Prepared | None:
        if self.text == self._original and not self.anchors and not self.tags:
            return None
        return Prepared(self.text, self.shifts, frozenset(self.anchors), tuple(self.tags))

    def replace(self, spans: Iterable[tuple[int, int, str]]) -> None:
        """Puts other text of the same length in places that do not overlap, told in their order."""
        pieces, at = [], 0
        for start, end, text in spans:
            pieces += [self.text[at:start], text]
            at = end
        if at:
            changed = "".join([*pieces, self.text[at:]])
            if changed.count("`") != self.text.count("`") or changed.count("~") != self.text.count("~"):
                self._blocks = self._code = None  # else code stands where it stood
            self.text = changed

    def without_indent(self, index: int, line: str, count: int) -> str:
        """A line without so many of its first characters, of which a note is kept."""
        self.shifts[index] = self.shifts.get(index, 0) + count
        return line[count:]

    def set_lines(self, lines: list[str]) -> None:
        self.text = "\n".join(lines)
        self._line_ends = []
        self._blocks = self._code = None

    def code(self, *, spans: bool = True) -> "Ranges | Code":
        """Where fenced code stands, and code within text."""
        if not spans or "`" not in self.text:
            return self.blocks
        if self._code is None:
            self._code = Code(self.text, self.blocks)
        return self._code

    @property
    def blocks(self) -> "Ranges":
        """Where fenced code stands."""
        if self._blocks is None:
            self._blocks = Ranges(list(self.fenced()))
        return self._blocks

    def fenced(self) -> Iterator[tuple[int, int]]:
        """Blocks of code between fences."""
        opened, start = "", 0
        for fence in self._fences():
            line = self.text.rfind("\n", 0, fence.start()) + 1
            if line < fence.start() and not _BEFORE_FENCE.fullmatch(self.text, line, fence.start()):
                continue
            if not opened and (fence[1][0] == "~" or "`" not in fence[2]):
                opened, start = fence[1], line
            elif opened and fence[1].startswith(opened) and not fence[2].strip():
                yield start, fence.end()
                opened = ""
        if opened:
            yield start, len(self.text)

    def _fences(self) -> Iterator[re.Match[str]]:
        """What may begin or end a block, with the rest of its line; looking for a text beats looking for a pattern."""
        signs = [sign for sign in ("```", "~~~") if sign in self.text]
        at = 0
        while signs and (starts := [start for sign in signs if (start := self.text.find(sign, at)) >= 0]):
            found = _FENCE.match(self.text, min(starts))
            if found is None:
                return
            yield found
            at = found.end()

    def outside_blocks(self) -> Iterator[tuple[int, int]]:
        """The text between blocks of code."""
        at = 0
        for start, end in self.blocks.every:
            yield at, start
            at = end
        yield at, len(self.text)

    def line_of(self, at: int) -> int:
        """The index of a line; what is put in the place of text never changes where lines end."""
        if not self._line_ends:
            self._line_ends = [found.start() for found in re.finditer("\n", self.text)]
        return bisect_left(self._line_ends, at)

    def is_alone(self, start: int, end: int) -> bool:
        """Whether a piece of the text has its lines to itself."""
        before, after = self._around(start, end)
        return not before.strip(" \t>") and not after.strip()

    def begins_line(self, start: int) -> bool:
        return not self._around(start, start)[0].strip(" \t>")

    def is_between_blocks(self, start: int, end: int) -> bool:
        """The same, and not amid HTML, which an empty line would end."""
        if not self.is_alone(start, end):
            return False
        before = self.text[max(0, start - _FAR) : start].rstrip(" \t>").removesuffix("\n").rpartition("\n")[2]
        after = self.text[end : end + _FAR].partition("\n")[2]
        return not before.strip().startswith(("<", "{")) and not after.lstrip(" \t").startswith("<")

    def has_lines_of_tags(self, start: int, end: int) -> bool:
        """Whether nothing but tags stands in its lines."""
        if self._ends_otherwise(start, end):
            return False
        before, after = self._around(start, end)
        return not _ONE_TAG.sub("", before).strip(" \t>") and not _ONE_TAG.sub("", after).strip()

    def _ends_otherwise(self, start: int, end: int) -> bool:
        """Whether text stands right before or right behind a piece, as it mostly does."""
        before, after = self.text[max(0, start - 1) : start], self.text[end : end + 1]
        return before not in _BESIDE_TAGS or (after not in _BESIDE_TAGS and after != "<")

    def _around(self, start: int, end: int) -> tuple[str, str]:
        """What stands in the lines of a piece besides it, as far as it matters."""
        before = self.text[max(0, start - _FAR) : start].rpartition("\n")[2]
        after = self.text[end : end + _FAR].partition("\n")[0]
        return before, after

    def note_tag(self, text: str, at: int, index: int, kind: TagKind = "element") -> None:
        """Keeps a tag that the Markdown parser will not see, from a place of the text, with the index of its line."""
        column = at - self.text.rfind("\n", 0, at) + self.shifts.get(index, 0)
        self.tags.append(UnseenTag(text, index, column, kind))

    def note_components(self) -> None:
        """A component may make ids of its name and of what it is given, and any where it makes the whole page."""
        has_some = any(each.kind == "component" for each in self.tags)
        for found in _COMPONENT.finditer(self.text) if "<" in self.text else ():
            self.note_made(found[1], found[2] or "")
            has_some = True
        if has_some and not _HEADING.search(self.text):
            self.note(open_set.ANYTHING)

    def note_made(self, name: str, given: str) -> None:
        values = [one or other for one, other in _VALUE.findall(given)]
        if values:
            self.note(open_set.words(name, *values))

    def note(self, entry: str) -> None:
        """Takes an entry for anchors that are not known; of too many it is only kept that there are some."""
        self._entries += 1
        self.anchors.add(entry if self._entries <= _MOST_ENTRIES else open_set.ANYTHING)


class Ranges:
    """Places in a text, in their order."""

    def __init__(self, every: list[tuple[int, int]]) -> None:
        self.every = every
        self._starts = [start for start, _ in every]

    def __contains__(self, at: int) -> bool:
        index = bisect_right(self._starts, at) - 1
        return index >= 0 and at < self.every[index][1]


class Code:
    """Code in blocks and within text. A paragraph is looked at when something in it is asked for."""

    def __init__(self, text: str, blocks: Ranges) -> None:
        self._text = text
        self._blocks = blocks
        self._ends = [found.start() for found in _PARAGRAPH_END.finditer(text)]
        self._spans: dict[int, Ranges] = {}

    def __contains__(self, at: int) -> bool:
        if at in self._blocks:
            return True
        index = bisect_right(self._ends, at)
        if index not in self._spans:
            self._spans[index] = self._spans_of(index)
        return at in self._spans[index]

    def _spans_of(self, index: int) -> Ranges:
        """The code within one paragraph, from backticks to as many backticks."""
        start = self._ends[index - 1] if index else 0
        end = self._ends[index] if index < len(self._ends) else len(self._text)
        runs = [found.span() for found in _RUN.finditer(self._text, start, end)]
        return Ranges([each for each in _paired(runs) if each[0] not in self._blocks])


def _paired(runs: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    closing: list[int | None] = []
    last: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closing.append(last.get(length))
        last[length] = index
    closing.reverse()
    index = 0
    while index < len(runs):
        end = closing[index]
        if end is not None:
            yield runs[index][0], runs[end][1]
        index = index + 1 if end is None else end + 1


class Closings:
    """Where the blocks of a text end, by their names."""

    def __init__(self, every: Iterable[re.Match[str]]) -> None:
        self._ends: dict[str, list[re.Match[str]]] = {}
        for found in every:
            self._ends.setdefault(found["name"], []).append(found)

    def after(self, name: str, at: int) -> re.Match[str] | None:
        ends = self._ends.get(name, [])
        index = bisect_left(ends, at, key=_start)
        return ends[index] if index < len(ends) else None


def _start(found: re.Match[str]) -> int:
    return found.start()


def blank(text: str) -> str:
    """Nothing in the place of the text."""
    return " " * len(text) if "\n" not in text else _SHOWN.sub(" ", text)


def unseen(text: str) -> str:
    """Nothing in the place of the text, amid other text; no anchor keeps it."""
    return _SHOWN.sub("\x7f", text)


def filled(text: str, edge: int) -> str:
    """A sign that something else will stand here; as many characters at both edges stay."""
    inner = text[edge:-edge]
    made = open_set.FILLER * len(inner) if "\n" not in inner else _SHOWN.sub(open_set.FILLER, inner)
    return text[:edge] + made + text[-edge:]
