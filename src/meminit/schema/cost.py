"""Estimates what judging a value costs before a library judges it, since a library cannot be interrupted.

Alternatives and references can apply a schema to one value many times, and the more often the deeper the value lies.
And a library reports each breach with copies of the value and of what the schema demands. Steps and copies are both
estimated from above; usual schemas and values come to far less than the limits.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from meminit.schema.allowance import Schema, Targets, applied, in_list, in_mapping, pattern_pace

MOST_COPIES = 600_000
_MOST_STEPS = 5_000_000
_BEYOND = 1 << 60  # a larger estimate is cut off here
_PLACES_AS_ONE = 2  # places in a pattern that take as long as a step
_ERROR_COPIES = 20  # what the report of one breach costs, besides the copies
_FEW_ERRORS = 100  # usual schemas require far less
_FEW_STEPS = 1_000
_DEEPEST = 200
_MOST_WEIGHTS = 400_000  # that are worked out for all kinds and levels; values that are deeper then are not judged
_LARGEST, _LONGEST = 20_000, 65_536  # values, and characters of a text, within the usual limits
_LONG = 50  # items; a shorter list takes no time to compare
_HUGE = 1 << 63  # the library compares each number beyond this with all others
_HUGE_STEPS = 4

_TEXT_UNIT = 64  # characters that cost as much as a value
_LEAST_COPIES = 3  # of what a schema demands
_NUMBER_STEPS = 100  # to compare with a number that may be of any length
_PATTERN_STEPS = 10
_COMPARING_STEPS = 4  # to find out whether an item is equal to one before it
_SLOW = {
    "exclusiveMaximum": 20,
    "exclusiveMinimum": 20,
    "format": 60,
    "maximum": 20,
    "minimum": 20,
    "multipleOf": 750,
}  # steps; `multipleOf` divides, and may do so with long fractions
_WORD = 64  # bits
_WORDS_AS_ONE = 2  # pairs of words of a long number that cost as much as a value
_WHOLE_STEPS = 20  # to compare a part of a list or mapping with another one
_BY_KEY = ("dependencies", "dependentRequired")
_ASSERTING = frozenset({
    "additionalItems", "additionalProperties", "anyOf", "const", "contains", "enum", "exclusiveMaximum",
    "exclusiveMinimum", "format", "maxContains", "maximum", "maxItems", "maxLength", "maxProperties", "minContains",
    "minimum", "minItems", "minLength", "minProperties", "multipleOf", "not", "oneOf", "pattern", "propertyNames",
    "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems",
})  # fmt: skip
_CHILDREN = (
    "additionalItems", "additionalProperties", "contains", "items", "propertyNames", "unevaluatedItems",
    "unevaluatedProperties",
)  # fmt: skip
_INNER = frozenset({"patternProperties", "prefixItems", "properties", *_CHILDREN})
_DEMANDING = frozenset({"const", "enum", "pattern", "required", *_BY_KEY})
_AGAIN = frozenset({"unevaluatedItems", "unevaluatedProperties"})  # the keywords beside these are applied twice
_MOST_ROUNDS = 8  # to find schemas that cost the same; one that is missed only takes its own time


class Weight(NamedTuple):
    """What applying a schema to one value costs.

    The steps, the breaches that are possible, what is copied to report them, and the places in patterns that are looked
    at for each character.
    """

    steps: int = 0
    errors: int = 0
    copies: int = 0
    places: int = 0


class Kind(NamedTuple):
    """A schema, or several that cost the same. It names other kinds by their numbers."""

    own: Weight
    of_inner: Weight  # added for each value one level deeper
    of_deeper: Weight  # added for each value at any deeper level
    compares: bool  # whether it compares items with each other
    judges_keys: bool
    again: int  # how often the kinds in `same` are applied
    same: tuple[tuple[int, int], ...]  # kinds applied to the same value, and how many of each
    inner: tuple[tuple[int, ...], ...]  # kinds applied one level deeper; only one of a group applies to a value


class Kinds(NamedTuple):
    every: list[Kind]  # those that are applied together with another one come before it
    numbers: Mapping[int, int]  # the number of each schema's kind, by the schema's identity


class Cost:
    """What judging values by one of the schemas of a document costs."""

    def __init__(self, root: Schema, kinds: Kinds, levels: "_Levels | None" = None) -> None:
        self._kinds = kinds
        self._root = kinds.numbers[id(root)]
        self._levels = levels or _Levels(kinds.every)
        self._judges_keys = any(kind.judges_keys for kind in kinds.every)
        self._compares = any(kind.compares for kind in kinds.every)

    def within(self, schema: Schema) -> "Cost":
        """The cost of judging values by another one of the schemas."""
        return Cost(schema, self._kinds, self._levels)

    @property
    def is_small(self) -> bool:
        """Whether each field of a mapping can be judged alone, because the mapping itself costs so little."""
        top, fields = self._at(0), self._at(1)
        return max(top.errors, fields.errors) <= _FEW_ERRORS and top.steps <= _FEW_STEPS

    @cached_property
    def is_harmless(self) -> bool:
        """Whether every value within the usual limits can be judged, except for long lists that are compared."""
        for depth in range(_DEEPEST + 1):
            here = self._at(depth)
            if here.steps * _LARGEST + here.places * _LONGEST // _PLACES_AS_ONE > _MOST_STEPS:
                return False
            if self._levels.are_steady_from(depth):
                break
        return True

    def allows(self, value: object) -> bool:
        """Whether a value can be judged."""
        if self.is_harmless and not (self._compares and _has_long_list(value)):
            return True
        steps, most = 0, 0
        for depth, (count, length) in enumerate(_sizes(value)):
            here = self._at(depth)
            steps += count * here.steps + length * here.places // _PLACES_AS_ONE
            most = max(most, here.steps)
        return steps + (most * _comparing_steps(value) if self._compares else 0) <= _MOST_STEPS

    def copies(self, value: object) -> int:
        """How many values the library may copy to report all breaches of a value."""
        counts = [count for count, _ in _sizes(value)]
        size = sum(counts)  # of all that lies at this depth or deeper
        copies = size * size if self._judges_keys else 0
        for depth, count in enumerate(counts):
            here = self._at(depth)
            copies += here.errors * (size + count * _ERROR_COPIES) + here.copies * count
            size -= count
        return copies

    def _at(self, depth: int) -> Weight:
        """The weight of the schema with all within it, for values at this depth, on the most expensive path there."""
        weights = self._levels.at(depth)
        return weights[self._root] if weights else Weight(_BEYOND, _BEYOND, _BEYOND, _BEYOND)


class _Levels:
    """The weight of each kind of schema for values at each depth within a value."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self._kinds = kinds
        self._every: list[list[Weight]] = []
        self._is_steady = False

    def at(self, depth: int) -> list[Weight] | None:
        """None where it would take too long to find out."""
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


def kinds_of(order: Sequence[Schema], targets: Targets) -> Kinds:
    """The kinds of all schemas of a document, given in an order in which those applied with another one come before it.

    A stranger's schema may hold a hundred thousand others, and nearly all of them cost the same as some other one.
    """
    numbers = {id(schema): number for number, schema in enumerate(order)}
    every = [_kind(schema, targets, numbers) for schema in order]
    stands_for = list(range(len(every)))  # by number: the number of the first kind that is equal
    left = _deepest_first(every)
    for _ in range(_MOST_ROUNDS):
        before, known = len(left), dict[Kind, int]()
        for number in left:
            stands_for[number] = known.setdefault(_renumbered(every[number], stands_for), number)
        stands_for = [stands_for[each] for each in stands_for]
        left = [number for number in left if stands_for[number] == number]
        if len(left) == before:
            break
    first = dict[int, int]()  # of those that are equal, so that what is applied with another one still comes before it
    stands_for = [first.setdefault(each, number) for number, each in enumerate(stands_for)]
    left = list(first.values())
    places = {number: place for place, number in enumerate(left)}
    final = [places[number] for number in stands_for]
    return Kinds(
        [_renumbered(every[number], final) for number in left],
        {identity: final[number] for identity, number in numbers.items()},
    )


def _kind(schema: Schema, targets: Targets, numbers: Mapping[int, int]) -> Kind:
    named = schema.get("patternProperties")
    names = list(named) if isinstance(named, Mapping) else []
    compares = schema.get("uniqueItems", False) is not False
    return Kind(
        _weight(schema),
        Weight(_PATTERN_STEPS * len(names) + _COMPARING_STEPS * compares, places=sum(map(pattern_pace, names))),
        Weight(_COMPARING_STEPS * compares),
        compares,
        "propertyNames" in schema,
        2 if _AGAIN & schema.keys() else 1,
        tuple(sorted(Counter(numbers[id(each)] for each, _ in applied(schema, targets)).items())),
        tuple(tuple({numbers[id(each)] for each in group}) for group in _groups(schema)),
    )


def _deepest_first(every: Sequence[Kind]) -> list[int]:
    """The numbers of all kinds, those that a kind names before it, except where they lead back to it.

    In this order one round finds all that are equal. In another one, a chain of thousands would take a round for each.
    """
    order, met = [], set[int]()
    for start in range(len(every)):
        waiting = [(start, False)]
        while waiting:
            number, is_done = waiting.pop()
            if is_done:
                order.append(number)
            elif number not in met:
                met.add(number)
                waiting.append((number, True))
                kind = every[number]
                onward = chain((each for each, _ in kind.same), *kind.inner)
                waiting += [(each, False) for each in onward if each not in met]
    return order


def _renumbered(kind: Kind, numbers: Sequence[int]) -> Kind:
    same = Counter[int]()
    for number, times in kind.same:
        same[numbers[number]] += times
    inner = (tuple(sorted({numbers[each] for each in group})) for group in kind.inner)
    return kind._replace(same=tuple(sorted(same.items())), inner=tuple(inner))


def _groups(schema: Schema) -> Iterator[list[Schema]]:
    """The schemas for values one level deeper; only one of a group applies to the same value."""
    if _INNER.isdisjoint(schema):  # as most are
        return
    several = (
        in_mapping(schema.get("properties")),
        in_list(schema.get("items")),
        in_list(schema.get("prefixItems")),
    )
    single = [*in_mapping(schema.get("patternProperties")), *(schema.get(keyword) for keyword in _CHILDREN)]
    for group in (*several, *([each] for each in single)):
        schemas = [each for each in group if isinstance(each, Mapping)]
        if schemas:
            yield schemas


def _weight(schema: Schema) -> Weight:
    asserting = len(_ASSERTING & schema.keys())
    slow = sum(steps for keyword, steps in _SLOW.items() if keyword in schema)
    if _DEMANDING.isdisjoint(schema):  # as most are
        return Weight(1 + asserting + slow, asserting, copies=_LEAST_COPIES)
    required = len(in_list(schema.get("required")))
    required += sum(len(in_list(names)) for keyword in _BY_KEY for names in in_mapping(schema.get(keyword)))
    options, const, pattern = in_list(schema.get("enum")), schema.get("const"), schema.get("pattern")
    numbers = sum(isinstance(each, int | float) for each in (*options, const))
    steps = 1 + asserting + slow + required + len(options) + _NUMBER_STEPS * numbers
    steps += _PATTERN_STEPS if "pattern" in schema else 0
    steps += _WHOLE_STEPS * sum(size_of(each) - 1 for each in (*options, const))
    demanded = max(_LEAST_COPIES, size_of(options) + size_of(const) + size_of(pattern))
    return Weight(steps, asserting + required, demanded, pattern_pace(pattern))


def size_of(value: object) -> int:
    """How many values there are in a value; a long text counts as several."""
    return sum(count for count, _ in _sizes(value)) if isinstance(value, list | Mapping | str) else 1


def _sizes(value: object) -> list[tuple[int, int]]:
    """How many values and characters there are at each depth; keys count at the depth of their values."""
    found = []
    level, keys = [value], list[str]()
    while level:
        texts = [each for each in level if isinstance(each, str)]
        units = sum([len(each) // _TEXT_UNIT for each in (*texts, *keys)])
        units += sum([_length(each) for each in level if isinstance(each, int) and each.bit_length() > _WORD])
        found.append((len(level) + units, sum(map(len, texts)) + sum(map(len, keys))))
        mappings = [each for each in level if isinstance(each, Mapping)]
        lists = [each for each in level if isinstance(each, list)]
        keys = [key for each in mappings for key in each]
        level = [inner for each in mappings for inner in each.values()] + [inner for each in lists for inner in each]
    return found


def _length(number: int) -> int:
    """How many values a number costs as much as: a library works out the digits of a long one to compare it."""
    return (number.bit_length() // _WORD) ** 2 // _WORDS_AS_ONE


def _has_long_list(value: object) -> bool:
    waiting = [value]
    for each in waiting:  # it grows on the way
        if isinstance(each, list) and len(each) > _LONG:
            return True
        inner = each if isinstance(each, list) else each.values() if isinstance(each, Mapping) else ()
        waiting += [below for below in inner if isinstance(below, list | dict)]
    return False


def _comparing_steps(value: object) -> int:
    """Steps to compare the numbers with each other that the library compares with all others."""
    waiting, count, steps = [value], 0, 0
    for each in waiting:  # it grows on the way
        if isinstance(each, int) and not -_HUGE <= each < _HUGE:
            count += 1
            steps += 1 + _length(each)
        waiting += each if isinstance(each, list) else each.values() if isinstance(each, Mapping) else ()
    return _HUGE_STEPS * count * steps
