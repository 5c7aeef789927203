"""Matches paths against patterns as in a .gitignore file, in time linear in the path whatever the patterns are.

A pattern is a row of segments, a path is a row of names. `**` stands for any number of names, `*` for any number of
characters. The segments of all patterns stand in one row. A set of them is one large number with a bit for each
segment, so a few operations on such numbers move all patterns on by one name.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from meminit.sources.wildcards import Automaton, BadPattern, Segment, bits_of, numbers_of, parsed

Bits: TypeAlias = int  # a set of segments

_MOST_KEPT = 2_000_000  # bytes, about, of each kind of thing that is kept only to save time
_EACH = 500  # bytes that such a thing takes, besides a set of segments


class Step(NamedTuple):
    """A segment of a pattern, and what follows when it matches a name."""

    segment: Segment | None  # None: any number of names
    is_last: bool
    selects: bool
    directories_only: bool


class Folder:
    """What patterns say about the names in one folder. `reached` are the segments that a name in it may match next."""

    def __init__(self, patterns: "Patterns", reached: Bits) -> None:
        self.patterns = patterns
        self._reached = reached

    @property
    def is_silent(self) -> bool:
        """Whether no pattern can match anything in this folder or below it."""
        return not self._reached

    def verdict(self, name: str, *, directory: bool = False) -> bool | None:
        """True when the last pattern that matches selects the name, False when it is negated, None without a match."""
        deciding = self._of_directories if directory else self._of_files
        matching = deciding and self.patterns.matching(name) & deciding
        return bool(self.patterns.selecting >> (matching.bit_length() - 1) & 1) if matching else None

    def matched(self, name: str, *, directory: bool = False) -> Bits:
        """The last segments of all patterns that match the name, whether or not others take it back."""
        wanted = self._of_directories if directory else self._of_files
        return wanted and self.patterns.matching(name) & wanted

    @property
    def reached(self) -> Bits:
        """The segments that a name in this folder may match next."""
        return self._reached

    def selected(self, names: Iterable[str]) -> list[str]:
        """The files of these names that the last pattern that matches selects."""
        if not self._of_files:
            return []
        matched = self.patterns.any_of(self._of_files).those_of(names)
        if self._of_files & ~self.patterns.selecting:
            return [each for each in matched if self.verdict(each)]
        return matched

    def below(self, name: str) -> "Folder":
        """The folder of that name in this one."""
        going_on = self._going_on
        moved = (self.patterns.matching(name) & going_on) << 1 if going_on else 0
        return self.patterns.folder(self._lasting, moved) if moved else self._unmoved

    @cached_property
    def _of_directories(self) -> Bits:
        return self._reached & self.patterns.last

    @cached_property
    def _of_files(self) -> Bits:
        return self._of_directories & ~self.patterns.for_directories

    @cached_property
    def _going_on(self) -> Bits:
        return self._reached & ~self.patterns.last & ~self.patterns.lasting

    @cached_property
    def _lasting(self) -> Bits:
        """The `**` that were reached, which hold for everything below."""
        return self._reached & self.patterns.lasting

    @cached_property
    def _unmoved(self) -> "Folder":
        """A folder in this one whose name matches no pattern."""
        return self.patterns.folder(self._lasting, 0)


class _AnyOf:
    """Some last segments of patterns; finds the names that any of them matches, for many names at once."""

    def __init__(self, patterns: "Patterns", numbers: Bits) -> None:
        segments = [segment for each in numbers_of(numbers) if (segment := patterns.steps[each].segment)]
        self._fold = patterns.fold
        self._plain = frozenset(each.plain for each in segments if each.plain is not None)
        self._endings = tuple({each.ending for each in segments if each.ending is not None})
        self._beginnings = tuple({each.beginning for each in segments if each.beginning is not None})
        self._globs = patterns.globs if any(each.glob for each in segments) else None
        self._numbers = numbers

    def those_of(self, names: Iterable[str]) -> list[str]:
        fold, plain, endings, beginnings = self._fold, self._plain, self._endings, self._beginnings
        if self._globs:
            return [each for each in names if self._matches(each)]
        return [
            name
            for name in names
            if (folded := fold(name)).endswith(endings) or folded in plain or folded.startswith(beginnings)
        ]

    def _matches(self, name: str) -> bool:
        folded = self._fold(name)
        if folded in self._plain or folded.endswith(self._endings) or folded.startswith(self._beginnings):
            return True
        return bool(self._globs and self._globs.matching(name) & self._numbers)


class _Texts:
    """Finds segments by the text that they are, or that they begin or end with."""

    def __init__(self, texts: Iterable[tuple[str | None, int]], size: int) -> None:
        self._size = size
        self._numbers: dict[str, list[int]] = {}
        for text, number in texts:
            if text is not None:
                self._numbers.setdefault(text, []).append(number)
        self._bits: dict[str, Bits] = {}
        self.lengths = sorted(set(map(len, self._numbers)))

    def of(self, text: str) -> Bits:
        if text not in self._numbers:
            return 0
        if text not in self._bits:
            _make_room(self._bits, self._size)
            self._bits[text] = bits_of(self._numbers[text])
        return self._bits[text]


class Patterns:
    """An ordered list of patterns; the last one that matches decides.

    `known` holds lines that were parsed before; lists that have many lines in common share it.
    """

    def __init__(
        self,
        lines: Iterable[str],
        *,
        ignore_case: bool = False,
        skip_bad: bool = False,
        known: dict[str, tuple[Step, ...]] | None = None,
    ) -> None:
        self._ignore_case = ignore_case
        self.fold: Callable[[str], str] = str.lower if ignore_case else str
        self._segments: dict[str, Segment] = {}
        # Of equal lines the last one decides, whatever stands between them.
        self.lines = tuple(reversed(dict.fromkeys(reversed([each.rstrip("\r\n") for each in lines]))))
        self.steps: list[Step] = []
        self._starts: list[int] = []
        self._written: list[str] = []  # the line of each of these
        known = {} if known is None else known
        for line in self.lines:
            if line not in known:
                try:
                    known[line] = self._steps_of(line)
                except BadPattern:
                    if not skip_bad:
                        raise
                    continue
            if known[line]:
                self._starts.append(len(self.steps))
                self._written.append(line)
                self.steps.extend(known[line])
        self._folders: dict[Bits, Folder] = {}
        self._any_of: dict[Bits, _AnyOf] = {}
        self._last_name: tuple[str | None, Bits] = None, 0
        self._last_walk: tuple[tuple[str, ...], Folder, bool] | None = None

    @property
    def said(self) -> tuple[bool, tuple[str, ...]]:
        """What distinguishes these patterns from any others."""
        return self._ignore_case, self.lines

    def __bool__(self) -> bool:
        return bool(self.steps)

    def __len__(self) -> int:
        return len(self._starts)

    def lines_of(self, numbers: Bits) -> list[str]:
        """The patterns that these segments belong to."""
        places = dict.fromkeys(bisect_right(self._starts, each) - 1 for each in numbers_of(numbers))
        return [self._written[each] for each in places]

    @property
    def letters_among_wildcards(self) -> int:
        """How many characters stand in segments with wildcards, other than one star at an end."""
        return sum(len(each.segment.glob.atoms) for each in self.steps if each.segment and each.segment.glob)

    @property
    def wild_folders(self) -> int:
        """How many segments for folders have wildcards."""
        return sum(not each.is_last and each.segment is not None and each.segment.plain is None for each in self.steps)

    def _steps_of(self, line: str) -> tuple[Step, ...]:
        said = parsed(line)
        if not said:
            return ()
        keeps, directories_only, parts = said
        *above, last = [None if part is None else self._segment(part) for part in parts]
        folders = (Step(each, is_last=False, selects=not keeps, directories_only=False) for each in above)
        return (*folders, Step(last, is_last=True, selects=not keeps, directories_only=directories_only))

    def _segment(self, part: str) -> Segment:
        if part not in self._segments:
            self._segments[part] = Segment(part, ignore_case=self._ignore_case)
        return self._segments[part]

    @cached_property
    def last(self) -> Bits:
        """The last segment of each pattern."""
        return bits_of(at for at, each in enumerate(self.steps) if each.is_last)

    @cached_property
    def selecting(self) -> Bits:
        """Those of them whose pattern is not negated."""
        return bits_of(at for at, each in enumerate(self.steps) if each.is_last and each.selects)

    @cached_property
    def for_directories(self) -> Bits:
        return bits_of(at for at, each in enumerate(self.steps) if each.directories_only)

    @cached_property
    def lasting(self) -> Bits:
        """The `**`."""
        return bits_of(at for at, each in enumerate(self.steps) if each.segment is None)

    @cached_property
    def globs(self) -> Automaton | None:
        globs = [(at, each.segment.glob) for at, each in enumerate(self.steps) if each.segment and each.segment.glob]
        return Automaton(globs, ignore_case=self._ignore_case) if globs else None

    @cached_property
    def _texts(self) -> tuple[_Texts, _Texts, _Texts]:
        """Segments by the name that they are, by the ending and by the beginning of names."""
        segments = [(at, each.segment) for at, each in enumerate(self.steps) if each.segment]
        return (
            _Texts(((each.plain, at) for at, each in segments), self._size),
            _Texts(((each.ending, at) for at, each in segments), self._size),
            _Texts(((each.beginning, at) for at, each in segments), self._size),
        )

    def matching(self, name: str) -> Bits:
        """All segments that match a name, wherever they stand."""
        if self._last_name[0] != name:
            folded, (names, endings, beginnings) = self.fold(name), self._texts
            found = names.of(folded)
            for length in endings.lengths:
                found |= endings.of(folded[-length:])
            for length in beginnings.lengths:
                found |= beginnings.of(folded[:length])
            self._last_name = name, found | self.globs.matching(name) if self.globs else found
        return self._last_name[1]

    def top(self) -> Folder:
        """The folder that the patterns are relative to."""
        return self.folder(0, bits_of(self._starts))

    def folder(self, lasting: Bits, moved: Bits) -> Folder:
        """A folder where these `**` hold, and whose own name has moved patterns on to the segments in `moved`."""
        lasting |= moved & self.lasting
        reached = moved | lasting | lasting << 1
        if reached not in self._folders:
            _make_room(self._folders, self._size)
            self._folders[reached] = Folder(self, reached)
        return self._folders[reached]

    def any_of(self, numbers: Bits) -> _AnyOf:
        if numbers not in self._any_of:
            _make_room(self._any_of, self._size)
            self._any_of[numbers] = _AnyOf(self, numbers)
        return self._any_of[numbers]

    @property
    def _size(self) -> int:
        """How many bytes a set of segments takes."""
        return len(self.steps) // 8

    def covers(self, names: tuple[str, ...]) -> bool:
        """Whether a file is selected, by itself or through a directory above it."""
        if not names:
            return False
        folder, above = self._walked(names[:-1])
        own = folder.verdict(names[-1])
        return above if own is None else own

    def _walked(self, names: tuple[str, ...]) -> tuple[Folder, bool]:
        """The folder of these names, and whether it or one above it is selected. Files of a folder come in a row."""
        if self._last_walk is None or names != self._last_walk[0]:
            folder, above = self.top(), False
            for name in names:
                above = above or folder.verdict(name, directory=True) is True
                folder = folder.below(name)
            self._last_walk = names, folder, above
        return self._last_walk[1:]


def _make_room(kept: dict[Any, Any], size: int) -> None:
    """Empties what is kept only to save time, once it takes too much memory."""
    if len(kept) * (_EACH + size) > _MOST_KEPT:
        kept.clear()


def idle(
    lines: Iterable[str],
    paths: Iterable[tuple[str, ...]],
    *,
    ignore_case: bool,
    known: dict[str, tuple[Step, ...]] | None = None,
) -> frozenset[str]:
    """Of a pattern that takes back what others select, the paths count that it would take back.

    All that are left are tried at once, and one by one only on a path that fits one of them, which is left no more.
    `known` is kept by who asks often about nearly the same patterns.
    """
    known = {} if known is None else known

    def patterns(lines: Iterable[str]) -> Patterns:
        return Patterns([_selecting(line) for line in lines], ignore_case=ignore_case, known=known)

    waiting = dict.fromkeys(lines)
    alone: dict[str, Patterns] = {}
    together = patterns(waiting)
    for path in paths:
        if together.covers(path):
            for line in waiting.keys() - alone.keys():
                alone[line] = patterns([line])
            waiting = {line: None for line in waiting if not alone[line].covers(path)}
            if not waiting:
                break
            together = patterns(waiting)
    return frozenset(waiting)


def _selecting(line: str) -> str:
    rest = line.removeprefix("!")
    return f"\\{rest}" if rest != line and rest.startswith(("!", "#")) else rest
