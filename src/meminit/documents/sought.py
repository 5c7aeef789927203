"""Finds some links of a body with their places, without the parser's events.

A word with a number is put in the place of each target that is wanted, and behind the bracket that may begin its link.
If the parser's HTML has that word as a target, and once more right behind the tag, the link begins with this bracket.
Each word has to come out so, and nowhere else, and no other target may be wanted; else the whole reading is needed.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meminit.documents.body import Declined
from meminit.documents.numbered import LABEL, WORD
from meminit.documents.quick_scan import NOTE, QuickScanner, shown, targets
from meminit.model.link import Link, LinkKind, TargetPlace, Wanted

_MAY_BE_TARGET = re.compile(r"\](\(|:[ \t]*+)<?([^\s<>()\\&\[\]\"'`|%\x7f]++)(?=[\s)>]|\Z)")
_PLACED = re.compile(rf'<(a href|img src)="{WORD}([0-9]+)"(?: title="[^"]*+")?(?:>| alt=")(?:{WORD}([0-9]+)\.)?')
_MOST_WORDS = 200  # that each target is searched for: so many cost less than the whole reading
_LONGEST = 2000  # characters of the text of a link, or of a label


class _Mark(NamedTuple):
    """A target, and where it stands; `start` is the bracket that begins the link or the definition."""

    start: int
    at: int
    target: str
    is_definition: bool


def sought(
    scanner: QuickScanner, text: str, wanted: Wanted, first_line: int, shifts: Mapping[int, int]
) -> tuple[Link, ...]:
    """The links that are wanted, as the whole reading finds them; raises Declined."""
    if WORD in text or len(wanted.words) > _MOST_WORDS:
        raise Declined("words")
    marked, marks = _marked(text, wanted)
    written = scanner.html(marked)
    if "^" in text and NOTE in written:
        raise Declined("footnotes")
    left, others = shown(marked, written)
    if _holds(left, wanted.words):
        others += targets(marked, left)
    kinds: dict[int, LinkKind] = {}
    count = 0
    for tag, name, again in _PLACED.findall(left):
        number = int(name)
        if again != ("" if marks[number].is_definition else name):
            raise Declined("places")
        count += 2 if again else 1
        if kinds.get(number) != "link":
            kinds[number] = "link" if tag == "a href" else "image"
    if count != written.count(WORD) or any(wanted(*each) for each in others if not each.target.startswith(WORD)):
        raise Declined("places")
    places = _Places(text, first_line, shifts)
    order = sorted(kinds, key=lambda number: (marks[number].is_definition, number))
    return tuple([places.link(marks[each], kinds[each]) for each in order if wanted(marks[each].target, kinds[each])])


def _marked(text: str, wanted: Wanted) -> tuple[str, list[_Mark]]:
    pieces: list[str] = []
    marks: list[_Mark] = []
    done = 0
    for found in _MAY_BE_TARGET.finditer(text):
        target, at, end = found[2], found.start(2), found.start()
        if not _holds(target, wanted.words) or not (wanted(target, "link") or wanted(target, "image")):
            continue
        word, is_definition, first = f"{WORD}{len(marks)}", found[1] != "(", max(done, end - _LONGEST)
        start = _label(text, first, end) if is_definition else text.rfind("[", first, end)
        if start < 0 or text.find("]", start, end) >= 0 or text[start - 1 : start] == "]" or text[start + 1] == "^":
            continue  # the bracket begins no text of a link, but perhaps a label
        pieces += (
            (text[done:at], word) if is_definition else (text[done : start + 1], f"{word}.{text[start + 1 : at]}{word}")
        )
        marks.append(_Mark(start, at, target, is_definition))
        done = found.end(2)
    return "".join([*pieces, text[done:]]), marks


def _holds(text: str, words: Sequence[str]) -> bool:
    for word in words:  # noqa: SIM110 - a generator takes twice as long, and there are many targets
        if word in text:
            return True
    return False


def _label(text: str, first: int, end: int) -> int:
    """Where the label begins that ends here and has a line for itself; -1 where there is none."""
    line = text.rfind("\n", first, end) + 1
    label = LABEL.fullmatch(text, line, end) if line or not first else None
    return label.start(1) - 1 if label else -1


class _Places:
    """Where offsets stand, mostly of one after the other."""

    def __init__(self, text: str, first_line: int, shifts: Mapping[int, int]) -> None:
        self._text = text
        self._first_line = first_line
        self._shifts = shifts
        self._at = self._line = self._start = 0

    def link(self, mark: _Mark, kind: LinkKind) -> Link:
        is_behind_sign = kind == "image" and not mark.is_definition
        place = self._of(mark.start - is_behind_sign)
        return Link(mark.target, kind, *place, TargetPlace(*self._of(mark.at), mark.target))

    def _of(self, at: int) -> tuple[int, int]:
        if at < self._at:
            self._at = self._line = self._start = 0
        lines = self._text.count("\n", self._at, at)
        if lines:
            self._line += lines
            self._start = self._text.rfind("\n", self._at, at) + 1
        self._at = at
        return self._first_line + self._line, at - self._start + 1 + self._shifts.get(self._line, 0)
