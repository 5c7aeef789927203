"""Patterns as in a .gitignore file, matched in time linear in the path whatever the pattern says.

A pattern is a row of segments, a path is a row of names. `**` stands for any number of names, `*` for any number of
characters. Names are taken one after the other: how far the patterns have come in a folder is worked out once for all
that lies in it, and what is the same in the folders below is shared with them.
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from meminit.sources.segments import AnyOf, BadPattern, Segment, parsed

_MOST_LAYERS = 4
_FEW_NAMES = 100
_MOST_KEPT = 16
_BLOCK = 64  # patterns


class Spot(NamedTuple):
    """A segment of a pattern, and what comes of a name that it takes. All segments of all patterns are in one row."""

    segment: Segment | None  # None: any number of names
    is_last: bool
    selects: bool
    directories_only: bool


class _Lasts:
    """Last segments of patterns, the last pattern first: those that select a name, and those that take it back."""

    def __init__(self, spots: list[Spot], numbers: list[int], alone: int) -> None:
        self._numbers = numbers
        self._alone = alone
        self._segments = {number: spot.segment for number in numbers if (spot := spots[number]).segment}
        self.selecting = self._any_of([number for number in numbers if spots[number].selects])
        self.keeping = self._any_of([number for number in numbers if not spots[number].selects])

    def __bool__(self) -> bool:
        return bool(self._numbers)

    def number(self, name: str, folded: str) -> int:
        """The number of the last one that takes the name; less than any if none does."""
        for numbers, block in self._blocks:
            if block and block.takes(name, folded):
                return next(number for number in numbers if self._segments[number].takes(name, folded))
        return -1

    @cached_property
    def _blocks(self) -> list[tuple[list[int], AnyOf | None]]:
        blocks = [self._numbers[at : at + _BLOCK] for at in range(0, len(self._numbers), _BLOCK)]
        return [(numbers, self._any_of(numbers)) for numbers in blocks]

    def _any_of(self, numbers: list[int]) -> AnyOf | None:
        return AnyOf([self._segments[number] for number in numbers], self._alone) if numbers else None


class _Group:
    """Spots before which patterns stand, and that one name after the other is held against.

    Those of one folder alone see few names, for which an expression made of many would not pay.
    """

    def __init__(self, patterns: "Patterns", numbers: Iterable[int], *, is_shared: bool = False) -> None:
        self._spots = patterns.spots
        self._alone = 0 if is_shared else _FEW_NAMES
        self.numbers = tuple(numbers)
        self._last: list[int] = []
        self._by_name: dict[str, list[int]] = {}
        self._others: list[tuple[int, Segment]] = []
        for number in self.numbers:
            spot = self._spots[number]
            if spot.is_last:
                self._last.append(number)
            elif spot.segment and spot.segment.plain is not None:
                self._by_name.setdefault(spot.segment.plain, []).append(number)
            elif spot.segment:
                self._others.append((number, spot.segment))
        self._last.sort(reverse=True)
        self.goes_on = len(self._last) < len(self.numbers)

    def taking(self, name: str, folded: str) -> list[int]:
        """The spots that take the name, and have others behind them."""
        taking = self._by_name.get(folded, [])
        if self._others and self._any_other.takes(name, folded):
            taking = taking + [number for number, segment in self._others if segment.takes(name, folded)]
        return taking

    @cached_property
    def _any_other(self) -> AnyOf:
        return AnyOf([segment for _, segment in self._others], self._alone)

    @cached_property
    def of_files(self) -> _Lasts:
        return _Lasts(self._spots, [each for each in self._last if not self._spots[each].directories_only], self._alone)

    @cached_property
    def of_directories(self) -> _Lasts:
        has_own = any(self._spots[each].directories_only for each in self._last)
        return _Lasts(self._spots, self._last, self._alone) if has_own else self.of_files


class Folder:
    """What patterns say of the names in one folder.

    `lasting` are the `**` that were reached, which hold for everything below; `layers` are the spots behind them, and
    `passing` are the spots that were reached by the name of this very folder.
    """

    def __init__(
        self, patterns: "Patterns", lasting: frozenset[int], layers: tuple[_Group, ...], passing: _Group | None = None
    ) -> None:
        self.patterns = patterns
        self._lasting = lasting
        self._layers = layers
        self._groups = (*layers, passing) if passing else layers
        self._goes_on = any(group.goes_on for group in self._groups)
        self._settled = self if passing is None else None

    @property
    def is_silent(self) -> bool:
        """Whether no pattern can match anything here or below."""
        return not self._groups

    def verdict(self, name: str, *, directory: bool = False) -> bool | None:
        """True when the last pattern that matches selects the name, False when it is negated, None without a match."""
        every = self._of_directories if directory else self._of_files
        if not every:
            return None
        folded = self.patterns.folded(name)
        selects = keeps = False
        for lasts in every:
            selects = selects or bool(lasts.selecting and lasts.selecting.takes(name, folded))
            keeps = keeps or bool(lasts.keeping and lasts.keeping.takes(name, folded))
        if selects and keeps:
            return self.patterns.spots[max(lasts.number(name, folded) for lasts in every)].selects
        return selects if selects or keeps else None

    def selected(self, names: Iterable[str]) -> list[str]:
        """The files of these names that the last pattern that matches selects."""
        every = self._of_files
        if len(every) > 1 or any(each.keeping for each in every):
            return [each for each in names if self.verdict(each)]
        return every[0].selecting.those_of(names, self.patterns.folded) if every and every[0].selecting else []

    @cached_property
    def _of_files(self) -> tuple[_Lasts, ...]:
        return tuple(each.of_files for each in self._groups if each.of_files)

    @cached_property
    def _of_directories(self) -> tuple[_Lasts, ...]:
        return tuple(each.of_directories for each in self._groups if each.of_directories)

    def below(self, name: str) -> "Folder":
        """The folder of that name in this one."""
        if not self._goes_on:
            return self._unmoved()
        folded, spots = self.patterns.folded(name), self.patterns.spots
        behind = {each + 1 for group in self._groups for each in group.taking(name, folded)}
        lasting = {each for each in behind if spots[each].segment is None}
        passing = behind - lasting
        if lasting <= self._lasting:
            above, layers = self._lasting, self._layers
        else:
            above, layers = self._lasting | lasting, self._with_layer(lasting - self._lasting)
        if passing or layers is not self._layers:
            return Folder(self.patterns, above, layers, _Group(self.patterns, passing) if passing else None)
        return self._unmoved()

    def _with_layer(self, lasting: Iterable[int]) -> tuple[_Group, ...]:
        numbers = [each + 1 for each in lasting]
        if len(self._layers) < _MOST_LAYERS:
            return (*self._layers, self.patterns.layer(frozenset(numbers)))
        return (self.patterns.layer(frozenset(numbers).union(*(each.numbers for each in self._layers))),)

    def _unmoved(self) -> "Folder":
        """A folder whose name no pattern has taken: what holds for everything below this one."""
        if self._settled is None:
            self._settled = Folder(self.patterns, self._lasting, self._layers)
        return self._settled


class Patterns:
    """An ordered list of patterns; the last one that matches decides.

    What comes of a line is taken from `known`, or left there for other lists that have many lines in common with it.
    """

    def __init__(
        self,
        lines: Iterable[str],
        *,
        ignore_case: bool = False,
        skip_bad: bool = False,
        known: dict[str, tuple[Spot, ...]] | None = None,
    ) -> None:
        self._ignore_case = ignore_case
        self.folded: Callable[[str], str] = str.lower if ignore_case else str
        self._segments: dict[str, Segment] = {}
        # Of lines that are the same the last one decides, whatever stands between.
        self.lines = tuple(reversed(dict.fromkeys(reversed([each.rstrip("\r\n") for each in lines]))))
        self.spots: list[Spot] = []
        self._starts: list[int] = []
        known = {} if known is None else known
        for line in self.lines:
            if line not in known:
                try:
                    known[line] = self._spots_of(line)
                except BadPattern:
                    if not skip_bad:
                        raise
                    continue
            if known[line]:
                self._starts.append(len(self.spots))
                self.spots.extend(known[line])

        self._kept: dict[frozenset[int], _Group] = {}
        self._last_names: tuple[str, ...] = ()
        self._last_walk = self.top(), False

    @property
    def said(self) -> tuple[bool, tuple[str, ...]]:
        """What tells these patterns from any others."""
        return self._ignore_case, self.lines

    def __bool__(self) -> bool:
        return bool(self.spots)

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def wild_folders(self) -> int:
        """How many segments for folders are more than mere names: each is held against every folder by itself."""
        return sum(not each.is_last and each.segment is not None and each.segment.plain is None for each in self.spots)

    def _spots_of(self, line: str) -> tuple[Spot, ...]:
        said = parsed(line)
        if not said:
            return ()
        keeps, directories_only, parts = said
        *above, last = [None if part is None else self._segment(part) for part in parts]
        folders = (Spot(each, is_last=False, selects=not keeps, directories_only=False) for each in above)
        return (*folders, Spot(last, is_last=True, selects=not keeps, directories_only=directories_only))

    def _segment(self, part: str) -> Segment:
        if part not in self._segments:
            self._segments[part] = Segment(part, ignore_case=self._ignore_case)
        return self._segments[part]

    def top(self) -> Folder:
        """The folder that the patterns are relative to."""
        return self._top

    @cached_property
    def _top(self) -> Folder:
        lasting = frozenset(each for each in self._starts if self.spots[each].segment is None)
        passing = [each for each in self._starts if each not in lasting]
        layers = (_Group(self, [each + 1 for each in sorted(lasting)], is_shared=True),) if lasting else ()
        return Folder(self, lasting, layers, _Group(self, passing) if passing else None)

    def layer(self, numbers: frozenset[int]) -> _Group:
        """The group of these spots; the last few are kept, for the same folders are often walked again."""
        if numbers not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[numbers] = _Group(self, numbers)
        return self._kept[numbers]

    def covers(self, names: tuple[str, ...]) -> bool:
        """Whether a file is selected, by itself or through a directory above it."""
        if not names:
            return False
        folder, above = self._walked(names[:-1])
        own = folder.verdict(names[-1])
        return above if own is None else own

    def _walked(self, names: tuple[str, ...]) -> tuple[Folder, bool]:
        """The folder of these names, and whether it or one above it is selected. Files of a folder come in a row."""
        if names != self._last_names:
            folder, above = self.top(), False
            for name in names:
                above = above or folder.verdict(name, directory=True) is True
                folder = folder.below(name)
            self._last_names, self._last_walk = names, (folder, above)
        return self._last_walk
