"""Patterns as in a .gitignore file, matched in time linear in the path whatever the pattern says.

A pattern is a row of segments, a path is a row of names. `**` stands for any number of names, `*` for any number of
characters; in both rows the earliest match of what follows a star is always the right one to keep, so nothing is ever
tried twice over.
"""

import re
from collections.abc import Callable, Iterable
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
_ANY_NAME = re.compile(".", re.DOTALL).match


class BadPattern(ValueError):  # noqa: N818 - it names what was seen
    """A pattern that means nothing, such as a range that runs backwards."""


class _Pattern(NamedTuple):
    keeps: bool
    directories_only: bool
    segments: tuple[SegmentTest | None, ...]  # None: any number of names


class Patterns:
    """An ordered list of patterns; the last one that matches decides."""

    def __init__(self, lines: Iterable[str], *, ignore_case: bool = False, skip_bad: bool = False) -> None:
        self._patterns: list[_Pattern] = []
        for line in lines:
            try:
                pattern = _parse(line, ignore_case=ignore_case)
            except BadPattern:
                if not skip_bad:
                    raise
                continue
            if pattern:
                self._patterns.append(pattern)

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def verdict(self, names: tuple[str, ...], *, directory: bool = False) -> bool | None:
        """True when the last pattern that matches selects the path, False when it is negated, None without a match."""
        for pattern in reversed(self._patterns):
            if (directory or not pattern.directories_only) and _matches(pattern.segments, names):
                return not pattern.keeps
        return None

    def covers(self, names: tuple[str, ...]) -> bool:
        """Whether a file is selected, by itself or through a directory above it."""
        own = self.verdict(names)
        return (
            own
            if own is not None
            else any(self.verdict(names[:depth], directory=True) for depth in range(len(names) - 1, 0, -1))
        )


def segment_test(glob: str, *, ignore_case: bool = False) -> SegmentTest:
    """A test for one name against a glob without slashes."""
    if glob == "*":
        return _ANY_NAME
    if not _SPECIAL.search(glob.removeprefix("*")):
        return _plain_test(glob, ignore_case=ignore_case)
    flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
    pieces = _pieces(glob)
    source = pieces[0]
    if len(pieces) > 1:
        source += "".join(f"(?>.*?{piece})" for piece in pieces[1:-1]) + f".*{pieces[-1]}"
    try:
        return re.compile(source, flags).fullmatch
    except re.error as error:
        raise BadPattern(f"the pattern '{glob}' has a bad character range") from error


def _plain_test(glob: str, *, ignore_case: bool) -> SegmentTest:
    """For `name` and `*.ending`, which nearly all patterns are made of: no expression to compile."""
    plain = glob.lower() if ignore_case else glob
    if not plain.startswith("*"):
        return lambda name: (name.lower() if ignore_case else name) == plain
    ending = plain[1:]
    return lambda name: (name.lower() if ignore_case else name).endswith(ending)


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
    segments: list[SegmentTest | None] = [] if anchored else [None]
    for part in parts:
        if not _ANY_DEPTH.fullmatch(part):
            segments.append(segment_test(part, ignore_case=ignore_case))
        elif not segments or segments[-1] is not None:
            segments.append(None)
    if segments[-1] is None:
        segments.append(_ANY_NAME)  # "a/**" is what lies below a, not a itself
    return _Pattern(keeps, directories_only, tuple(segments))


def _without_trailing_blanks(text: str) -> str:
    stripped = text.rstrip(" ")
    escaped = (len(stripped) - len(stripped.rstrip("\\"))) % 2
    return stripped + " " if escaped and len(stripped) < len(text) else stripped


def _matches(segments: tuple[SegmentTest | None, ...], names: tuple[str, ...]) -> bool:
    at, restart, taken = 0, -1, 0
    position = 0
    while position < len(names):
        if at < len(segments) and (test := segments[at]) is None:
            restart, taken = at + 1, position
            at += 1
        elif at < len(segments) and test is not None and test(names[position]):
            at += 1
            position += 1
        elif restart >= 0:
            taken += 1
            at, position = restart, taken
        else:
            return False
    return all(segment is None for segment in segments[at:])
