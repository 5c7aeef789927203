"""Weighs each schema of a document by itself, and takes those that come to the same for one.

A stranger's schema may hold a hundred thousand others; nearly all of them are like some other one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from meminit.schema.expansion import Schema, Targets, applied, in_list, in_mapping
from meminit.schema.patterns import pace

_TEXT_UNIT = 64  # characters that weigh as much as a value
_LEAST = 3  # copies of what a schema demands
_NUMBER_STEPS = 100  # to compare with a number that may have any length
_PATTERN_STEPS = 10
_COMPARING_STEPS = 4  # to find out whether a value is one of those before
_SLOW = {
    "exclusiveMaximum": 20,
    "exclusiveMinimum": 20,
    "format": 60,
    "maximum": 20,
    "minimum": 20,
    "multipleOf": 750,
}  # steps; what is divided may be long fractions
_WORD = 64  # bits
_WORDS_AS_ONE = 2  # pairs of words of a number that a library takes apart to compare it
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
_AGAIN = frozenset({"unevaluatedItems", "unevaluatedProperties"})  # what is beside these is applied a second time

_MOST_ROUNDS = 8  # to find those that are alike; one that is missed merely takes its own time to work out


class Weight(NamedTuple):
    """What applying a schema to one value costs by itself.

    Steps, things that may be wrong, what is copied to tell them, and places in patterns to look at for each character.
    """

    steps: int = 0
    errors: int = 0
    copies: int = 0
    places: int = 0


class Kind(NamedTuple):
    """What schemas that come to the same have in common; other kinds are named by their numbers."""

    own: Weight
    of_inner: Weight  # what it adds for each value one level deeper, and for each one deeper than that
    of_deeper: Weight
    compares: bool  # whether it compares items with each other
    judges_keys: bool
    again: int  # how often what is applied to the same value is applied
    same: tuple[tuple[int, int], ...]  # that, each so often
    inner: tuple[tuple[int, ...], ...]  # applied one level deeper; of a group, at most one to the same value


class Weighed(NamedTuple):
    kinds: list[Kind]  # those that are applied with another one before it
    by_identity: Mapping[int, int]  # the kind of each schema


def weighed(order: Sequence[Schema], targets: Targets) -> Weighed:
    """All schemas of a document, in an order in which those that are applied with another one come before it."""
    numbers = {id(schema): number for number, schema in enumerate(order)}
    every = [_kind(schema, targets, numbers) for schema in order]
    stands = list(range(len(every)))  # which one stands for each
    left = _inner_first(every)
    for _ in range(_MOST_ROUNDS):
        before, known = len(left), dict[Kind, int]()
        for number in left:
            stands[number] = known.setdefault(_renumbered(every[number], stands), number)
        stands = [stands[each] for each in stands]
        left = [number for number in left if stands[number] == number]
        if len(left) == before:
            break
    first = dict[int, int]()  # of those that are alike, so that what is applied with another one still comes before it
    stands = [first.setdefault(stand, number) for number, stand in enumerate(stands)]
    left = list(first.values())
    places = {number: place for place, number in enumerate(left)}
    final = [places[number] for number in stands]
    return Weighed(
        [_renumbered(every[number], final) for number in left],
        {identity: final[number] for identity, number in numbers.items()},
    )


def _kind(schema: Schema, targets: Targets, numbers: Mapping[int, int]) -> Kind:
    named = schema.get("patternProperties")
    names = list(named) if isinstance(named, Mapping) else []
    compares = schema.get("uniqueItems", False) is not False
    return Kind(
        _weight(schema),
        Weight(_PATTERN_STEPS * len(names) + _COMPARING_STEPS * compares, places=sum(map(pace, names))),
        Weight(_COMPARING_STEPS * compares),
        compares,
        "propertyNames" in schema,
        2 if _AGAIN & schema.keys() else 1,
        tuple(sorted(Counter(numbers[id(each)] for each, _ in applied(schema, targets)).items())),
        tuple(tuple({numbers[id(each)] for each in group}) for group in _groups(schema)),
    )


def _inner_first(every: Sequence[Kind]) -> list[int]:
    """All of them, what one leads to before it, wherever that does not lead back: so one round finds all that is alike.

    Round by round, a chain of thousands would be found alike from its end, one link a round.
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
    """The schemas for what lies one level deeper; of a group, at most one holds for the same value."""
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
        return Weight(1 + asserting + slow, asserting, copies=_LEAST)
    required = len(in_list(schema.get("required")))
    required += sum(len(in_list(names)) for keyword in _BY_KEY for names in in_mapping(schema.get(keyword)))
    options, const, pattern = in_list(schema.get("enum")), schema.get("const"), schema.get("pattern")
    numbers = sum(isinstance(each, int | float) for each in (*options, const))
    steps = 1 + asserting + slow + required + len(options) + _NUMBER_STEPS * numbers
    steps += _PATTERN_STEPS if "pattern" in schema else 0
    steps += _WHOLE_STEPS * sum(size(each) - 1 for each in (*options, const))
    demanded = max(_LEAST, size(options) + size(const) + size(pattern))
    return Weight(steps, asserting + required, demanded, pace(pattern))


def size(value: object) -> int:
    """How many values there are in a value; text counts as several."""
    return sum(count for count, _ in levels(value)) if isinstance(value, list | Mapping | str) else 1


def length_of_number(number: int) -> int:
    """How many values it weighs as much as: libraries compare long ones digit by digit, and first work these out."""
    return (number.bit_length() // _WORD) ** 2 // _WORDS_AS_ONE


def levels(value: object) -> list[tuple[int, int]]:
    """How many values and characters there are at each depth; keys are as deep as what they lead to."""
    found = []
    level, keys = [value], list[str]()
    while level:
        texts = [each for each in level if isinstance(each, str)]
        units = sum([len(each) // _TEXT_UNIT for each in (*texts, *keys)])
        units += sum([length_of_number(each) for each in level if isinstance(each, int) and each.bit_length() > _WORD])
        found.append((len(level) + units, sum(map(len, texts)) + sum(map(len, keys))))
        mappings = [each for each in level if isinstance(each, Mapping)]
        lists = [each for each in level if isinstance(each, list)]
        keys = [key for each in mappings for key in each]
        level = [inner for each in mappings for inner in each.values()] + [inner for each in lists for inner in each]
    return found
