"""Bounds what judging a value can cost, before any library is asked: it could not be interrupted.

A schema may come to be applied to a place in a value many times over: by alternatives, by references, and ever more
often the deeper the place lies. And whatever is wrong is told by the library with copies of the value and of what the
schema demands. Both are estimated from above; what ordinary schemas make of ordinary values stays far below.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit.schema.expansion import Schema, Targets, applied, in_list, in_mapping

TOO_MUCH = "it is too large, or nested too deeply, to be judged by its schema"
TOO_MANY = "it breaks its schema in more ways than can be told"
MOST_STEPS = 5_000_000
MOST_COPIES = 600_000
_BEYOND = 1 << 60  # what comes to more is as good as endless
_TEXT_UNIT = 64  # characters that weigh as much as a value
_NUMBER_STEPS = 100  # to compare with a number that may have any length
_PATTERN_STEPS = 10
_WHOLE_STEPS = 20  # to compare a part of a list or mapping with another one
MOST_PATTERNS = 2_000_000
_REPEATED = re.compile(r"\{(?:[0-9]*,)?([0-9]{1,6}),?\}")
_WIDE = re.compile(r"\\[wWdDsSpP]|\.|\[\^")  # what stands for characters of all scripts, in hundreds of ranges
_WIDTH = 10
_ERROR_COPIES = 20  # what telling one thing that is wrong costs, besides the copies
_FEW = 100  # things that may be wrong; what ordinary schemas require comes to far less
_DEEPEST = 200
_LARGEST = 20_000  # values of a text within the usual limits, or as much text
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
_AGAIN = frozenset({"unevaluatedItems", "unevaluatedProperties"})  # what is beside these is applied a second time


class _Weight(NamedTuple):
    """What applying a schema to one value costs by itself: steps, things that may be wrong, and what is copied."""

    steps: int
    errors: int
    copies: int


class Cost:
    """`order` holds all schemas of a document, those that are applied within another one before it."""

    def __init__(self, root: Schema, order: Sequence[Schema], targets: Targets) -> None:
        numbers = {id(schema): number for number, schema in enumerate(order)}
        self._root = numbers[id(root)]
        self._same = [[numbers[id(each)] for each, _ in applied(schema, targets)] for schema in order]
        self._inner = [[[numbers[id(each)] for each in group] for group in _groups(schema)] for schema in order]
        self._factors = [2 if _AGAIN & schema.keys() else 1 for schema in order]
        self._patterns = [_PATTERN_STEPS * len(in_mapping(schema.get("patternProperties"))) for schema in order]
        self._weights = [_weight(schema) for schema in order]
        self._judges_keys = any("propertyNames" in schema for schema in order)
        self._levels: list[_Weight] = []  # of the root, for values ever deeper within it
        self._last: list[_Weight] = []  # of every schema, for the depth reached
        self.is_harmless = self._most_steps() * _LARGEST <= MOST_STEPS

    @property
    def is_small(self) -> bool:
        """Whether so little may be wrong with a mapping itself that each of its fields can be judged alone."""
        return max(self._at(0).errors, self._at(1).errors) <= _FEW

    def allows(self, value: object) -> bool:
        """Whether a value can be judged."""
        if self.is_harmless:
            return True
        return sum(count * self._at(depth).steps for depth, count in enumerate(_counts(value))) <= MOST_STEPS

    def allows_telling(self, value: object) -> bool:
        """Whether all that may be wrong with a value can be told."""
        counts = _counts(value)
        size = sum(counts)  # of all that lies as deep or deeper
        copies = size * size if self._judges_keys else 0
        for depth, count in enumerate(counts):
            level = self._at(depth)
            copies += level.errors * (size + count * _ERROR_COPIES) + level.copies * count
            size -= count
        return copies <= MOST_COPIES

    def _at(self, depth: int) -> _Weight:
        """What a schema and all within it come to at values that lie so deep, on the dearest way there."""
        while len(self._levels) <= min(depth, _DEEPEST):
            self._deepen()
        return self._levels[min(depth, _DEEPEST)]

    def _deepen(self) -> None:
        depth, above, here = len(self._levels), self._last, list[_Weight]()
        for number, own in enumerate(self._weights):
            found = [here[each] for each in self._same[number]]
            steps = self._factors[number] * sum(each.steps for each in found)
            errors, copies = sum(each.errors for each in found), sum(each.copies for each in found)
            if depth == 0:
                steps, errors, copies = steps + own.steps, errors + own.errors, copies + own.copies
            for group in self._inner[number] if depth else ():
                steps += max(above[each].steps for each in group)
                errors += max(above[each].errors for each in group)
                copies += max(above[each].copies for each in group)
            steps += self._patterns[number] if depth == 1 else 0
            here.append(_Weight(min(steps, _BEYOND), min(errors, _BEYOND), min(copies, _BEYOND)))
        self._last = here
        self._levels.append(here[self._root])

    def _most_steps(self) -> int:
        """At any depth; beyond what is allowed, it need not be known."""
        most, before = 0, None
        while len(self._levels) <= _DEEPEST and before != self._last:
            before = self._last
            self._deepen()
            most = max(most, self._levels[-1].steps)
            if most * _LARGEST > MOST_STEPS:
                break
        return most


def room_for_patterns(schemas: Iterable[Schema]) -> int:
    """What compiled patterns come to, from above: each repetition is one more copy of what is repeated."""
    patterns: set[str] = set()
    for schema in schemas:
        named = schema.get("patternProperties")
        every = [schema.get("pattern"), *(named if isinstance(named, Mapping) else ())]
        patterns.update(each for each in every if isinstance(each, str))
    return sum(_room(each) for each in patterns)


def _room(pattern: str) -> int:
    copies = 1
    for times in _REPEATED.findall(pattern):
        copies = min(copies * max(1, int(times)), MOST_PATTERNS)
    return len(pattern) + copies * (_WIDTH if _WIDE.search(pattern) else 1)


def _groups(schema: Schema) -> Iterator[list[Schema]]:
    """The schemas for what lies one level deeper; of a group, at most one holds for the same value."""
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


def _weight(schema: Schema) -> _Weight:
    asserting = len(_ASSERTING & schema.keys())
    required = len(in_list(schema.get("required")))
    required += sum(len(in_list(names)) for keyword in _BY_KEY for names in in_mapping(schema.get(keyword)))
    options = in_list(schema.get("enum"))
    numbers = sum(isinstance(each, int | float) for each in options)
    demanded = sum(_counts(options)) + sum(_counts(schema.get("const"))) + sum(_counts(schema.get("pattern")))
    steps = 1 + asserting + required + len(options) + _NUMBER_STEPS * numbers
    steps += _PATTERN_STEPS if "pattern" in schema else 0
    steps += _WHOLE_STEPS * sum(sum(_counts(each)) - 1 for each in (*options, schema.get("const")))
    return _Weight(steps, asserting + required, demanded)


def _counts(value: object) -> list[int]:
    """How many values there are at each depth; text weighs as much as several, and so do keys."""
    counts = []
    level, keys = [value], 0
    while level:
        counts.append(keys + sum(1 + len(each) // _TEXT_UNIT if isinstance(each, str) else 1 for each in level))
        mappings = [each for each in level if isinstance(each, Mapping)]
        keys = sum(len(key) // _TEXT_UNIT for each in mappings for key in each)
        lists = [each for each in level if isinstance(each, list)]
        level = [inner for each in mappings for inner in each.values()] + [inner for each in lists for inner in each]
    return counts
