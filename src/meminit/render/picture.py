"""A graph to be drawn: boxes with lines of text, and arrows between them."""

from collections.abc import Sequence
from typing import NamedTuple

from meminit.model.outcome import Arrows, Outcome, made
from meminit.words import escape_invisible, shorten

_LONGEST = 60


class Picture(NamedTuple):
    """A box is a list of lines; arrows refer to boxes by number."""

    boxes: Sequence[list[str]]
    arrows: Sequence[Arrows]
    numbers: Sequence[str]


def picture(outcome: Outcome) -> Picture:
    """The graph of an outcome, with shortened lines that are safe to print."""
    boxes, arrows = made(outcome.drawing)
    shown = [[escape_invisible(shorten(line, _LONGEST)) for line in lines if line] for lines in boxes]
    return Picture(shown, arrows, list(map(str, range(len(shown)))))  # each number is formatted once for all its arrows
