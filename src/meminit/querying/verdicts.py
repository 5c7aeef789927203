"""Tests of values: against a literal, whose kind decides how they are read, and of two values against each other."""

import operator
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, TypeAlias

from meminit.model.node import Plain
from meminit.querying.values import Value, day, day_of, moment, number, text, truth, when
from meminit.schema.regex import searcher
from meminit.words import escape_unencodable

Test: TypeAlias = Callable[[Plain], bool]
TestOfTwo: TypeAlias = Callable[[Plain, Plain], bool]

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compared(symbol: str, literal: Value) -> Test:
    """Whether a value, read as what the literal is, compares so with it."""
    if literal is None:
        return lambda value: value is None
    holds, read = _COMPARED[symbol], _reading(literal)

    def test(value: Plain) -> bool:
        own = read(value)
        return own is not None and holds(own, literal)

    return test


def _reading(literal: Value) -> Callable[[Plain], Value]:
    if isinstance(literal, str):
        return text
    if isinstance(literal, bool):
        return truth
    if isinstance(literal, datetime):
        return moment
    return day if isinstance(literal, date) else number


def equal_to_list(literals: Sequence[Value]) -> Test:
    """Whether a value is a list of as many items that are equal, in this order."""
    tests = [compared("==", each) for each in literals]

    def test(value: Plain) -> bool:
        if not isinstance(value, list) or len(value) != len(tests):
            return False
        return all(test(item) for test, item in zip(tests, value, strict=True))

    return test


def one_of(literals: Sequence[Value]) -> Test:
    """Whether a value is equal to some literal; it is read once for each kind of them, however many there are."""
    by_reading: dict[Callable[[Plain], Value], set[Value]] = {}
    for each in literals:
        if each is not None:
            by_reading.setdefault(_reading(each), set()).add(each)
    has_null = None in literals

    def test(value: Plain) -> bool:
        if value is None:
            return has_null
        return any(read(value) in found for read, found in by_reading.items())

    return test


def containing(literal: Value) -> Test:
    """Whether an item of a list is equal, or a text has this one in it."""
    is_equal = compared("==", literal)

    def test(value: Plain) -> bool:
        if isinstance(value, list):
            return any(is_equal(item) for item in value)
        own = text(value)
        return own is not None and isinstance(literal, str) and literal in own

    return test


def matching(pattern: str) -> Test:
    """Whether the pattern occurs in a text; raises BadRegex."""
    occurs = searcher(pattern)

    def test(value: Plain) -> bool:
        own = text(value)
        return own is not None and occurs(escape_unencodable(own))

    return test


def compared_with_each_other(symbol: str) -> TestOfTwo:
    """Of two values: as days or moments if both are, else as numbers if both are, else as texts."""
    holds = _COMPARED[symbol]

    def test(left: Plain, right: Plain) -> bool:
        pair = _alike(left, right)
        return pair is not None and holds(*pair)

    return test


def _alike(left: Plain, right: Plain) -> tuple[Value, Value] | None:
    first, second = when(left), when(right)
    if first and second:
        are_moments = isinstance(first, datetime) and isinstance(second, datetime)
        return (first, second) if are_moments else (day_of(first), day_of(second))
    for read_as in (number, text):
        pair = read_as(left), read_as(right)
        if None not in pair:
            return pair
    return None


def has_in_it(whole: Plain, part: Plain) -> bool:
    """The same as `containing`, of two values."""
    if isinstance(whole, list):
        return any(_is_equal(item, part) for item in whole)
    texts = text(whole), text(part)
    return texts[0] is not None and texts[1] is not None and texts[1] in texts[0]


_is_equal = compared_with_each_other("==")
