"""Parses a line of a .gitignore file: its segments between slashes, and the names that a segment matches."""

import re
from collections.abc import Callable
from typing import TypeAlias

from meminit.sources.automaton import ANY, Automaton, Glob
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


class BadPattern(ValueError):  # noqa: N818 - it names what was seen
    """A pattern without a meaning, such as a range that runs backwards."""


class Segment:
    """What one name has to look like.

    Nearly all segments are a mere name, `*` and a text, or a text and `*`, which are compared as they are. Any other
    one is a `glob` for an automaton.
    """

    __slots__ = ("beginning", "ending", "glob", "plain")

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        self.plain: str | None = None
        self.ending: str | None = None
        self.beginning: str | None = None
        self.glob: Glob | None = None
        folded = text.lower() if ignore_case else text
        if not _SPECIAL.search(text):
            self.plain = folded
        elif not _SPECIAL.search(text.removesuffix("*")):
            self.beginning = folded[:-1]
        elif not _SPECIAL.search(text.removeprefix("*")):
            self.ending = folded[1:]
        else:
            self.glob = _glob(text)


def segment_test(text: str) -> SegmentTest:
    """A test for one name against a pattern without slashes."""
    return Automaton([(0, _glob(text))]).matching


def _glob(text: str) -> Glob:
    atoms: list[str] = []
    stars: list[int] = []
    at, closes = 0, True
    while at < len(text):
        character = text[at]
        bracket = _BRACKET.match(text, at) if character == "[" and closes else None
        closes = closes and (character != "[" or bracket is not None)  # where one stays open, so do all behind it
        at += 1
        if character == "*":
            stars.append(len(atoms))
        elif character == "?":
            atoms.append(ANY)
        elif bracket:
            atoms.append(_sound(_bracket(bracket), text))
            at = bracket.end()
        else:
            if character == "\\" and at < len(text):
                character = text[at]
                at += 1
            atoms.append(character)
    return Glob(tuple(atoms), tuple(stars))


def _sound(bracket: str, text: str) -> str:
    try:
        re.compile(bracket)
    except re.error as error:
        raise BadPattern(f"the pattern {quoted(text)} has a bad character range") from error
    return bracket


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
    """Whether a line is negated, whether it is for directories alone, and its segments; None for a line without any."""
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
