"""Bounds what judging a value can cost, before any library is asked: it could not be interrupted.

A schema may come to be applied to a place in a value many times over: by alternatives, by references, and ever more
often the deeper the place lies. And whatever is wrong is told by the library with copies of the value and of what the
schema demands. Both are estimated from above; what ordinary schemas make of ordinary values stays far below.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from meminit.schema.expansion import Schema
from meminit.schema.weights import Kind, Weighed, Weight, length_of_number, levels

TOO_MUCH = "it is too large, or nested too deeply, to be judged by its schema"
TOO_MANY = "it breaks its schema in more ways than can be told"
MOST_STEPS = 5_000_000
MOST_COPIES = 600_000
_BEYOND = 1 << 60  # what comes to more is as good as endless
_ENDLESS = Weight(_BEYOND, _BEYOND, _BEYOND, _BEYOND)
_PLACES_AS_ONE = 2  # places of patterns looked at take as long as a step
_ERROR_COPIES = 20  # what telling one thing that is wrong costs, besides the copies
_FEW = 100  # things that may be wrong; what ordinary schemas require comes to far less
_SOON = 1_000  # steps
_DEEPEST = 200
_MOST_WEIGHTS = 400_000  # that are worked out for all kinds and levels; what lies deeper then is not judged
_LARGEST, _LONGEST = 20_000, 65_536  # values and characters of a text within the usual limits
_LONG = 50  # items, before which it costs nothing to compare them, whatever they are
_HUGE = 1 << 63  # the library compares each such number with all others
_HUGE_STEPS = 4


class Cost:
    """What one of the schemas of a document costs."""

    def __init__(self, root: Schema, found: Weighed, levels: "_Levels | None" = None) -> None:
        self._found = found
        self._root = found.by_identity[id(root)]
        self._levels = levels or _Levels(found.kinds)
        self._judges_keys = any(kind.judges_keys for kind in found.kinds)
        self._compares = any(kind.compares for kind in found.kinds)

    def within(self, schema: Schema) -> "Cost":
        """The same for another one of the schemas."""
        return Cost(schema, self._found, self._levels)

    @property
    def is_small(self) -> bool:
        """Whether a mapping itself costs so little, right or wrong, that each of its fields can be judged alone."""
        top, fields = self._at(0), self._at(1)
        return max(top.errors, fields.errors) <= _FEW and top.steps <= _SOON

    @cached_property
    def is_harmless(self) -> bool:
        """Whether every value within the usual limits can be judged, but for long lists that are compared."""
        for depth in range(_DEEPEST + 1):
            here = self._at(depth)
            if here.steps * _LARGEST + here.places * _LONGEST // _PLACES_AS_ONE > MOST_STEPS:
                return False
            if self._levels.are_steady_from(depth):
                break
        return True

    @property
    def is_nothing(self) -> bool:
        """Whether no value within the usual limits need be looked at."""
        return self.is_harmless and not self._compares

    def allows(self, value: object) -> bool:
        """Whether a value can be judged."""
        if self.is_harmless and not (self._compares and _has_long_list(value)):
            return True
        steps, most = 0, 0
        for depth, (count, length) in enumerate(levels(value)):
            here = self._at(depth)
            steps += count * here.steps + length * here.places // _PLACES_AS_ONE
            most = max(most, here.steps)
        return steps + (most * _comparing(value) if self._compares else 0) <= MOST_STEPS

    def telling(self, value: object) -> int:
        """What it may copy to tell all that is wrong with a value."""
        counts = [count for count, _ in levels(value)]
        size = sum(counts)  # of all that lies as deep or deeper
        copies = size * size if self._judges_keys else 0
        for depth, count in enumerate(counts):
            here = self._at(depth)
            copies += here.errors * (size + count * _ERROR_COPIES) + here.copies * count
            size -= count
        return copies

    def _at(self, depth: int) -> Weight:
        """What the schema and all within it come to at values that lie so deep, on the dearest way there."""
        found = self._levels.at(depth)
        return found[self._root] if found else _ENDLESS


class _Levels:
    """What each kind of schema comes to at values ever deeper within one."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds = kinds
        self._every: list[list[Weight]] = []
        self._is_steady = False

    def at(self, depth: int) -> list[Weight] | None:
        """None where that would take too long to find out."""
        while len(self._every) <= min(depth, _DEEPEST) and not self._is_steady:
            if len(self._every) * len(self._kinds) > _MOST_WEIGHTS:
                return None
            self._deepen()
        return self._every[min(depth, len(self._every) - 1)]

    def are_steady_from(self, depth: int) -> bool:
        return self._is_steady and depth >= len(self._every) - 1

    def _deepen(self) -> None:
        depth, here = len(self._every), list[Weight]()
        above = self._every[-1] if depth else []
        for kind in self._kinds:
            steps = errors = copies = places = 0
            for each, times in kind.same:
                found = here[each]
                steps, places = steps + kind.again * times * found.steps, places + kind.again * times * found.places
                errors, copies = errors + times * found.errors, copies + times * found.copies
            for group in kind.inner if depth else ():
                steps += max(above[each].steps for each in group)
                errors += max(above[each].errors for each in group)
                copies += max(above[each].copies for each in group)
                places += max(above[each].places for each in group)
            own = kind.own if depth == 0 else kind.of_inner if depth == 1 else kind.of_deeper
            every = (steps + own.steps, errors + own.errors, copies + own.copies, places + own.places)
            here.append(Weight(*(min(each, _BEYOND) for each in every)))
        self._is_steady = depth > 1 and here == above
        self._every.append(here)


def _has_long_list(value: object) -> bool:
    waiting = [value]
    for each in waiting:  # it grows on the way
        if isinstance(each, list) and len(each) > _LONG:
            return True
        inner = each if isinstance(each, list) else each.values() if isinstance(each, Mapping) else ()
        waiting += [below for below in inner if isinstance(below, list | dict)]
    return False


def _comparing(value: object) -> int:
    """Steps to compare the numbers with each other that the library compares with all others."""
    waiting, count, steps = [value], 0, 0
    for each in waiting:  # it grows on the way
        if isinstance(each, int) and not -_HUGE <= each < _HUGE:
            count += 1
            steps += 1 + length_of_number(each)
        waiting += each if isinstance(each, list) else each.values() if isinstance(each, Mapping) else ()
    return _HUGE_STEPS * count * steps
