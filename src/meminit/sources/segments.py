"""The segments of patterns, and names against them: one segment alone, or whether any of many takes a name at once."""

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from meminit.words import quoted

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
_TWO_HYPHENS = re.compile(r"\\.|--", re.DOTALL)
_ANY_DEPTH = re.compile(r"\*{2,}")
_SPECIAL = re.compile(r"[*?\[\\]")
_AT_ONCE = 500  # expressions compiled as one


class BadPattern(ValueError):  # noqa: N818 - it names what was seen
    """A pattern that means nothing, such as a range that runs backwards."""


class Segment:
    """What one name has to look like.

    A mere name, `*` and a text, or a text and `*` need no expression, and nearly all patterns are made of these.
    """

    __slots__ = ("_match", "beginning", "ending", "expression", "flags", "plain")

    def __init__(self, glob: str, *, ignore_case: bool = False) -> None:
        self.plain: str | None = None
        self.ending: str | None = None
        self.beginning: str | None = None
        self.expression = ""
        self.flags = re.DOTALL | (re.IGNORECASE if ignore_case else 0)
        self._match: SegmentTest | None = None
        folded = glob.lower() if ignore_case else glob
        if not _SPECIAL.search(glob):
            self.plain = folded
        elif not _SPECIAL.search(glob.removesuffix("*")):
            self.beginning = folded[:-1]
        elif not _SPECIAL.search(glob.removeprefix("*")):
            self.ending = folded[1:]
        else:
            self.expression = _expression(glob)
            if "[" in glob:  # nothing else can be bad
                self._match = _compiled(self.expression, self.flags, glob)

    def takes(self, name: str, folded: str) -> bool:
        if self.plain is not None:
            return folded == self.plain
        if self.ending is not None:
            return folded.endswith(self.ending)
        if self.beginning is not None:
            return folded.startswith(self.beginning)
        if self._match is None:
            self._match = re.compile(self.expression, self.flags).fullmatch
        return bool(self._match(name))


class AnyOf:
    """Segments that are held against a name all at once, which takes hardly longer than one of them would.

    To make one expression of all is dear: so many names `alone` are held against each by itself before.
    """

    def __init__(self, segments: list[Segment], alone: int = 0) -> None:
        self._plain = frozenset(each.plain for each in segments if each.plain is not None)
        self._endings = tuple({each.ending for each in segments if each.ending is not None})
        self._beginnings = tuple({each.beginning for each in segments if each.beginning is not None})
        self._others = [each for each in segments if each.expression]
        self._alone = alone
        self._tests: tuple[SegmentTest, ...] = ()

    def those_of(self, names: Iterable[str], fold: Callable[[str], str]) -> list[str]:
        """The names that are taken, faster than one by one."""
        if self._others:
            return [each for each in names if self.takes(each, fold(each))]
        plain, endings, beginnings = self._plain, self._endings, self._beginnings
        return [
            name
            for name in names
            if (folded := fold(name)).endswith(endings) or folded in plain or folded.startswith(beginnings)
        ]

    def takes(self, name: str, folded: str) -> bool:
        if folded in self._plain or folded.endswith(self._endings) or folded.startswith(self._beginnings):
            return True
        if not self._others:
            return False
        if self._alone:
            self._alone -= 1
            return any(each.takes(name, folded) for each in self._others)
        if not self._tests:
            groups = [self._others[at : at + _AT_ONCE] for at in range(0, len(self._others), _AT_ONCE)]
            sources = ["|".join(each.expression for each in group) for group in groups]
            self._tests = tuple(re.compile(each, self._others[0].flags).fullmatch for each in sources)
        return any(test(name) for test in self._tests)


def segment_test(glob: str, *, ignore_case: bool = False) -> SegmentTest:
    """A test for one name against a glob without slashes."""
    segment = Segment(glob, ignore_case=ignore_case)
    return lambda name: segment.takes(name, name.lower() if ignore_case else name)


def _expression(glob: str) -> str:
    pieces = _pieces(glob)
    if len(pieces) == 1:
        return pieces[0]
    # What a star has taken once is not tried again, so the time is linear in the name.
    return pieces[0] + "".join(f"(?>.*?{piece})" for piece in pieces[1:-1]) + f".*{pieces[-1]}"


def _compiled(expression: str, flags: int, glob: str) -> SegmentTest:
    try:
        return re.compile(expression, flags).fullmatch
    except re.error as error:
        raise BadPattern(f"the pattern {quoted(glob)} has a bad character range") from error


def _pieces(glob: str) -> list[str]:
    """The regular expressions between the stars."""
    pieces = [""]
    at, closes = 0, True
    while at < len(glob):
        character = glob[at]
        bracket = _BRACKET.match(glob, at) if character == "[" and closes else None
        closes = closes and (character != "[" or bracket is not None)  # where one stays open, so do all behind it
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
    body = _TWO_HYPHENS.sub(lambda found: r"-\-" if found[0] == "--" else found[0], body)  # `re` warns of two bare ones
    return f"[{'^' if match['not'] else ''}{body}]"


def _class_part(match: re.Match[str]) -> str:
    name, escaped, single = match.groups()
    if name is not None:
        return _CLASSES.get(name, "")
    if single == "-":
        return "-"
    return re.escape(escaped if escaped is not None else single)


def parsed(text: str) -> tuple[bool, bool, list[str | None]] | None:
    """Whether a line takes back what others select, whether it is for directories alone, and its segments."""
    text = _without_trailing_blanks(text)
    if not text or text.startswith("#"):
        return None
    keeps = text.startswith("!")
    text = text[1:] if keeps else text
    anchored = "/" in text.rstrip("/")
    parts = [part for part in text.split("/") if part]
    if not parts:
        return None
    segments: list[str | None] = [] if anchored else [None]
    for part in parts:
        if not _ANY_DEPTH.fullmatch(part):
            segments.append(part)
        elif not segments or segments[-1] is not None:
            segments.append(None)
    if segments[-1] is None:
        segments.append("*")  # "a/**" is what lies below a, not a itself
    return keeps, text.endswith("/"), segments


def _without_trailing_blanks(text: str) -> str:
    stripped = text.rstrip(" ")
    escaped = (len(stripped) - len(stripped.rstrip("\\"))) % 2
    return stripped + " " if escaped and len(stripped) < len(text) else stripped
