"""What a drawing of a graph shows: boxes with lines of text, and arrows between them."""

from collections.abc import Sequence
from typing import NamedTuple

from meminit.model.outcome import Arrows, Outcome, made
from meminit.words import inert, shorten

_LONGEST = 60


class Picture(NamedTuple):
    """Each box by its lines; arrows name boxes by their numbers."""

    boxes: Sequence[list[str]]
    arrows: Sequence[Arrows]
    numbers: Sequence[str]


def picture(outcome: Outcome) -> Picture:
    """The graph of an outcome, in which no name can disturb anything."""
    boxes, arrows = made(outcome.drawing)
    shown = [[inert(shorten(line, _LONGEST)) for line in lines if line] for lines in boxes]
    return Picture(shown, arrows, list(map(str, range(len(shown)))))  # a number is written once for all its arrows
