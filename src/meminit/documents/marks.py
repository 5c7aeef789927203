"""Counts what may be markup in a body: what parsers and rules cost hangs on that far more than on plain text."""

import re
from bisect import bisect_left
from typing import NamedTuple

from meminit.documents.positions import Positions

# Each counts, whether or not it opens, closes or divides something; an end of a line does so, too.
_OPENING = "[]<>#`&\\"
_OTHERS = "*_~|+-\n\r"
_AS_ONE = 7  # others; lines, lists, tables and emphasis cost far less than what facts are made of
_UNDERLINE = re.compile(r"[\n\r][ \t>]*+(?:=++|-++)[ \t]*+(?=[\n\r])")  # makes the line above a heading
# What makes quotations, lists and footnotes. A parser may go through all of it again at each of the lines that follow.
_NEST = re.compile(r"[\n\r](?=[ \t]*+[^\s])(?:[ \t]++|>++|[-+*](?=\s)|[0-9]{1,9}[.)](?=\s)|\[\^[^\]\n\r]{1,999}\]:)++")
_TOO_SHORT = 2_000  # for nests to be a burden
_OF_USUAL_LENGTH = 4_000  # so many marks allow what stands before a line to be as long as one more line usually is


class Surplus(NamedTuple):
    """What there is too much of, and where it becomes too much."""

    words: str
    line: int
    column: int


def surplus(text: str, first_line: int, most: int) -> Surplus | None:
    """What a body has too much of to be read; nearly every one is too short for that, and nothing is counted."""
    if len(text) > most and _is_beyond(text, most):
        enough = bisect_left(range(len(text)), 1, key=lambda length: _is_beyond(text[:length], most))
        return _at(text[:enough], first_line, f"it has more than {most} pieces of markup")
    if len(text) > _TOO_SHORT and (end := _end_of_nest(text, most)):
        return _at(text[:end], first_line, "its quotations and lists are too deep for so many lines")
    return None


def _at(text: str, first_line: int, words: str) -> Surplus:
    data = text.encode()
    return Surplus(words, *Positions(data, first_line).of(len(data) - 1))


def _is_beyond(text: str, most: int) -> bool:
    allowed = _AS_ONE * most
    count = _AS_ONE * sum(map(text.count, _OPENING)) + sum(map(text.count, _OTHERS)) - text.count("\r\n")
    if count > allowed or count + _AS_ONE * _lines(text) <= allowed:
        return count > allowed
    return count + _AS_ONE * sum(1 for _ in _UNDERLINE.finditer(text)) > allowed


def _lines(text: str) -> int:
    others = text.count("\r") - text.count("\r\n") if "\r" in text else 0
    return 1 + text.count("\n") + others


def _end_of_nest(text: str, most: int) -> int | None:
    """Where what stands before a line ends, if that is far longer than lines usually are."""
    longest = len(text) * most // _OF_USUAL_LENGTH // _lines(text)
    if not _has_longer_line(text, longest):
        return None
    for found in _NEST.finditer(f"\n{text}"):
        if len(found[0]) + found[0].count("\t") > longest:  # a tab may stand for two containers
            return found.end() - 1
    return None


def _has_longer_line(text: str, length: int) -> bool:
    """Looks at few characters only: it goes from the end of one line to the last end that lies within the length."""
    at = 0
    while at + length < len(text):
        at = text.rfind("\n", at, at + length + 1) + 1
        if not at:
            return True
    return False
