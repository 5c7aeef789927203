"""Patterns as in a .gitignore file, matched in time linear in the path whatever the pattern says.

A pattern is a row of segments, a path is a row of names. `**` stands for any number of names, `*` for any number of
characters. Names are taken one after the other: how far a pattern has come in a folder is worked out once for all that
lies in it, so that a file costs a look at its own name.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeAlias

SegmentTest: TypeAlias = Callable[[str], object]

_BRACKET = re.compile(r"\[(?P<not>[!^]?)(?P<body>\]?(?:\[:\w+:\]|\\.|[^\]\\])*)\]", re.DOTALL)
_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1f\\x7f",
    "digit": "0-9",
    "graph": "\\x21-\\x7e",
    "lower": "a-z",
    "print": "\\x20-\\x7e",
    "punct": "!-/:-@\\[-`{-~",
    "space": "\\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}
_CLASS_PART = re.compile(r"\[:(\w+):\]|\\(.)|(.)", re.DOTALL)
_SPECIAL = re.compile(r"[*?\[\\]")
_ANY_DEPTH = re.compile(r"\*{2,}")


class BadPattern(ValueError):  # noqa: N818 - it names what was seen
    """A pattern that means nothing, such as a range that runs backwards."""


class _Segment(NamedTuple):
    """One part of a pattern as a test, and as text where it is a mere name, `*` and a text, or a text and `*`."""

    test: SegmentTest
    plain: str | None = None
    ending: str | None = None
    beginning: str | None = None


_ANY = _Segment(lambda _: True, ending="")
# For each pattern that may still match something, by its number: before which of its segments it stands.
_Reached: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]


class _Pattern(NamedTuple):
    keeps: bool
    directories_only: bool
    segments: tuple[_Segment | None, ...]  # None: any number of names


class _Run:
    """Patterns that stand one after the other and decide alike, held against a name all at once."""

    def __init__(self, *, selects: bool) -> None:
        self.selects = selects
        self._plain: set[str] = set()
        self._endings: tuple[str, ...] = ()
        self._beginnings: tuple[str, ...] = ()
        self._tests: tuple[SegmentTest, ...] = ()

    def add(self, segment: _Segment) -> None:
        if segment.plain is not None:
            self._plain.add(segment.plain)
        elif segment.ending is not None:
            self._endings += (segment.ending,)
        elif segment.beginning is not None:
            self._beginnings += (segment.beginning,)
        else:
            self._tests += (segment.test,)

    def matches(self, name: str, folded: str) -> bool:
        if folded in self._plain or folded.endswith(self._endings) or folded.startswith(self._beginnings):
            return True
        return bool(self._tests) and any(test(name) for test in self._tests)


class Folder:
    """What patterns say of the names in one folder."""

    def __init__(self, patterns: "Patterns", reached: _Reached) -> None:
        self._patterns = patterns
        self._reached = reached
        self._files = self._runs(for_directories=False)
        self._directories = self._runs(for_directories=True)
        # Where every pattern either goes on whatever the name is, or ends here, all folders below are alike.
        self._alike = all(self._goes_on_alike(index, places) for index, places in reached)
        self._below: Folder | None = None

    def verdict(self, name: str, *, directory: bool = False) -> bool | None:
        """True when the last pattern that matches selects the name, False when it is negated, None without a match."""
        runs = self._directories if directory else self._files
        folded = self._patterns.folded(name) if runs else name
        for run in runs:
            if run.matches(name, folded):
                return run.selects
        return None

    def below(self, name: str) -> "Folder":
        """The folder of that name in this one."""
        if self._below:
            return self._below
        folder = self._patterns.folder(tuple(self._steps(name)))
        if self._alike:
            self._below = folder
        return folder

    def _goes_on_alike(self, index: int, places: tuple[int, ...]) -> bool:
        segments = self._patterns.patterns[index].segments
        return all(segments[place] is None or place + 1 == len(segments) for place in places)

    def _runs(self, *, for_directories: bool) -> tuple[_Run, ...]:
        """The last pattern first. Where one is about to end, its last segment decides about a name."""
        runs: list[_Run] = []
        for index, places in reversed(self._reached):
            pattern = self._patterns.patterns[index]
            last = pattern.segments[-1]
            if len(pattern.segments) - 1 in places and last and (for_directories or not pattern.directories_only):
                if not runs or runs[-1].selects is pattern.keeps:
                    runs.append(_Run(selects=not pattern.keeps))
                runs[-1].add(last)
        return tuple(runs)

    def _steps(self, name: str) -> Iterator[tuple[int, tuple[int, ...]]]:
        for index, places in self._reached:
            segments = self._patterns.patterns[index].segments
            taken = {
                place if segments[place] is None else place + 1 for place in places if _takes(segments[place], name)
            }
            after = _closed(taken, segments)
            if after:
                yield index, after


def _takes(segment: _Segment | None, name: str) -> bool:
    return segment is None or bool(segment.test(name))


def _closed(places: set[int], segments: tuple[_Segment | None, ...]) -> tuple[int, ...]:
    """The places, and those behind a `**`, which may stand for no name at all; the end is none, for names to come."""
    skipped = {place + 1 for place in places if place < len(segments) and segments[place] is None}
    return tuple(sorted(place for place in places | skipped if place < len(segments)))


class Patterns:
    """An ordered list of patterns; the last one that matches decides."""

    def __init__(self, lines: Iterable[str], *, ignore_case: bool = False, skip_bad: bool = False) -> None:
        self._ignore_case = ignore_case
        self.patterns: list[_Pattern] = []
        for line in lines:
            try:
                pattern = _parse(line, ignore_case=ignore_case)
            except BadPattern:
                if not skip_bad:
                    raise
                continue
            if pattern:
                self.patterns.append(pattern)
        self._folders: dict[_Reached, Folder] = {}

    def __bool__(self) -> bool:
        return bool(self.patterns)

    def folded(self, name: str) -> str:
        return name.lower() if self._ignore_case else name

    def top(self) -> Folder:
        """The folder that the patterns are relative to."""
        return self.folder(tuple((index, _closed({0}, each.segments)) for index, each in enumerate(self.patterns)))

    def folder(self, reached: _Reached) -> Folder:
        if reached not in self._folders:
            self._folders[reached] = Folder(self, reached)
        return self._folders[reached]

    def covers(self, names: tuple[str, ...]) -> bool:
        """Whether a file is selected, by itself or through a directory above it."""
        if not names:
            return False
        folder, above = self.top(), False
        for name in names[:-1]:
            above = above or folder.verdict(name, directory=True) is True
            folder = folder.below(name)
        own = folder.verdict(names[-1])
        return above if own is None else own


def segment_test(glob: str, *, ignore_case: bool = False) -> SegmentTest:
    """A test for one name against a glob without slashes."""
    return _segment(glob, ignore_case=ignore_case).test


def _segment(glob: str, *, ignore_case: bool) -> _Segment:
    if glob == "*":
        return _ANY
    if not _SPECIAL.search(glob.removeprefix("*")) or not _SPECIAL.search(glob.removesuffix("*")):
        return _plain(glob.lower() if ignore_case else glob, ignore_case=ignore_case)
    flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
    pieces = _pieces(glob)
    source = pieces[0]
    if len(pieces) > 1:
        source += "".join(f"(?>.*?{piece})" for piece in pieces[1:-1]) + f".*{pieces[-1]}"
    try:
        return _Segment(re.compile(source, flags).fullmatch)
    except re.error as error:
        raise BadPattern(f"the pattern '{glob}' has a bad character range") from error


def _plain(glob: str, *, ignore_case: bool) -> _Segment:
    """For `name`, `*.ending` and `beginning*`, of which nearly all patterns are made: no expression to compile."""
    if glob.endswith("*"):
        beginning = glob[:-1]
        return _Segment(lambda name: (name.lower() if ignore_case else name).startswith(beginning), beginning=beginning)
    if not glob.startswith("*"):
        return _Segment(lambda name: (name.lower() if ignore_case else name) == glob, plain=glob)
    ending = glob[1:]
    return _Segment(lambda name: (name.lower() if ignore_case else name).endswith(ending), ending=ending)


def _pieces(glob: str) -> list[str]:
    """The regular expressions between the stars."""
    pieces = [""]
    at = 0
    while at < len(glob):
        character = glob[at]
        bracket = _BRACKET.match(glob, at) if character == "[" else None
        at += 1
        if character == "*":
            pieces.append("")
        elif character == "?":
            pieces[-1] += "."
        elif bracket:
            pieces[-1] += _bracket(bracket)
            at = bracket.end()
        else:
            if character == "\\" and at < len(glob):
                character = glob[at]
                at += 1
            pieces[-1] += re.escape(character)
    return pieces


def _bracket(match: re.Match[str]) -> str:
    body = _CLASS_PART.sub(_class_part, match["body"])
    return f"[{'^' if match['not'] else ''}{body}]"


def _class_part(match: re.Match[str]) -> str:
    name, escaped, single = match.groups()
    if name is not None:
        return _CLASSES.get(name, "")
    if single == "-":
        return "-"
    return re.escape(escaped if escaped is not None else single)


def _parse(line: str, *, ignore_case: bool) -> _Pattern | None:
    text = _without_trailing_blanks(line.rstrip("\r\n"))
    if not text or text.startswith("#"):
        return None
    keeps = text.startswith("!")
    text = text[1:] if keeps else text
    directories_only = text.endswith("/")
    anchored = "/" in text.rstrip("/")
    parts = [part for part in text.split("/") if part]
    if not parts:
        return None
    segments: list[_Segment | None] = [] if anchored else [None]
    for part in parts:
        if not _ANY_DEPTH.fullmatch(part):
            segments.append(_segment(part, ignore_case=ignore_case))
        elif not segments or segments[-1] is not None:
            segments.append(None)
    if segments[-1] is None:
        segments.append(_ANY)  # "a/**" is what lies below a, not a itself
    return _Pattern(keeps, directories_only, tuple(segments))


def _without_trailing_blanks(text: str) -> str:
    stripped = text.rstrip(" ")
    escaped = (len(stripped) - len(stripped.rstrip("\\"))) % 2
    return stripped + " " if escaped and len(stripped) < len(text) else stripped
