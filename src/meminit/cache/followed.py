"""What decides about where paths lead when their links are followed, and whether it is older than a run."""

import os
from array import array
from collections.abc import Iterable

from meminit import kept_answer
from meminit.cache.file_state import is_settled
from meminit.paths import RealPaths
from meminit.sources.gate import is_inside

_STATE = 5  # numbers
_CHANGED = 2  # of these, the time when anything was changed last
_LONG_AGO = 3_000_000_000  # nanoseconds: more than any clock is late
_NOT_THERE = -1  # for the size


class Followed:
    """Where paths lead when links are followed: all names on the `way`, and the links and files at their `ends`."""

    def __init__(self, root: str, paths: Iterable[str]) -> None:
        following = RealPaths()
        reals = [following.of(path) for path in paths]
        self.way = sorted(following.seen)
        links = (path for path in self.way if os.path.islink(path))
        self.ends = sorted({*links, *(real.path for real in reals if not real.is_folder)})
        # A folder on the way may have been replaced meanwhile by another one: then the one above it has another time.
        folders = {os.path.dirname(path) for path in self.way if is_inside(root, os.path.dirname(path))}
        self.above = kept_answer.states("", sorted(folders))


def are_settled(states: bytes, began: int) -> bool:
    """Whether all of these were last changed so long before a run that a later change must have another time."""
    numbers = array("q", states)
    if max(numbers[_CHANGED::_STATE], default=0) < began - _LONG_AGO:  # nearly always, and there may be many
        return True
    every = zip(*(numbers[each::_STATE] for each in range(_STATE)), strict=True)
    return all(is_settled(each, began) for each in every if each[0] != _NOT_THERE)
