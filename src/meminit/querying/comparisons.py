"""Makes a condition of an operator and its two sides, and refuses comparisons that have no meaning."""

import operator
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias

from meminit.model.node import Plain
from meminit.querying.fields import (
    Condition,
    Find,
    Value,
    day,
    day_of,
    finder,
    folding,
    moment,
    number,
    text,
    truth,
    when,
)
from meminit.querying.tokens import BadExpression, Token
from meminit.schema.judge import BadRegex, searcher
from meminit.words import escape_unencodable

_Test: TypeAlias = Callable[[Plain], bool]
_TestOfTwo: TypeAlias = Callable[[Plain, Plain], bool]

_MIRRORED = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NO_FIELD = "no field is compared here; text in quotes is a value, and the name of a field has no quotes"


class Field(NamedTuple):
    token: Token
    ignores_case: bool = False

    def find(self) -> Find:
        find = finder(self.token.path)
        return folding(find) if self.ignores_case else find

    def beside(self, field: "Field") -> "Field":
        """The field as it is compared with the other one: lower(...) on one side counts for both."""
        return self._replace(ignores_case=self.ignores_case or field.ignores_case)


class Constant(NamedTuple):
    token: Token
    value: Value

    def beside(self, field: Field) -> "Constant":
        """The constant as it is compared with the field."""
        return self._replace(value=_folded(self.value, self.token)) if field.ignores_case else self


class Several(NamedTuple):
    """A list of values; the token is its opening bracket."""

    token: Token
    values: tuple[Value, ...]

    def beside(self, field: Field) -> "Several":
        """The list as it is compared with the field."""
        if not field.ignores_case:
            return self
        return self._replace(values=tuple(_folded(each, self.token) for each in self.values))


Operand: TypeAlias = Field | Constant | Several


def comparison(left: Field | Constant, sign: str, right: Operand) -> Condition:
    if sign == "!=":
        return negated(comparison(left, "==", right))
    if isinstance(left, Field):
        return _of_field(left, sign, right)
    if isinstance(right, Field):
        return _of_constant(left, sign, right)
    raise _refusal(left, _NO_FIELD)


def negated(condition: Condition) -> Condition:
    return lambda fields: not condition(fields)


def _of_constant(constant: Constant, sign: str, field: Field) -> Condition:
    if sign in _MIRRORED:
        return _of_field(field, _MIRRORED[sign], constant)
    if sign == "in":
        return _contains(field, constant)
    raise _refusal(constant, f"write the field before {sign}, and the value after it")


def _of_field(field: Field, sign: str, other: Operand) -> Condition:
    if sign == "matches":
        return _matches(field, other)
    if sign == "contains":
        return _contains(field, other)
    if sign == "in":
        return _is_in(field, other)
    return _compares(field, sign, other)


def _matches(field: Field, pattern: Operand) -> Condition:
    if not isinstance(pattern, Constant) or not isinstance(pattern.value, str):
        raise _refusal(pattern, "matches needs a pattern in quotes after it")
    try:
        return _test(field, _matching(pattern.value))
    except BadRegex as error:
        words = "the pattern cannot be used: it is malformed, repeats too much, or has look-around or back-references"
        raise _refusal(pattern, words) from error


def _contains(whole: Field, part: Operand) -> Condition:
    if isinstance(part, Field):
        return _test_both(whole, _has_in_it, part)
    if isinstance(part, Several):
        raise _refusal(part, "contains looks for one value; for several, join several conditions with and, or with or")
    return _test(whole, _containing(part.beside(whole)))


def _is_in(part: Field, whole: Operand) -> Condition:
    if isinstance(whole, Field):
        return _test_both(whole, _has_in_it, part)
    if isinstance(whole, Several):
        return _test(part, _one_of(whole.beside(part).values))
    raise _refusal(whole, 'in needs a list after it, such as ["a", "b"], or a field')


def _compares(field: Field, sign: str, other: Operand) -> Condition:
    if isinstance(other, Field):
        return _test_both(field, _compared_with_each_other(sign), other)
    if isinstance(other, Several):
        if sign != "==":
            raise _refusal(other, "lists have no order; compare them with == or !=")
        return _test(field, _equal_to_list(other.beside(field).values))
    if sign != "==" and (other.value is None or isinstance(other.value, bool)):
        raise _refusal(other, "true, false and null have no order; compare them with == or !=")
    return _test(field, _compared(sign, other.beside(field).value))


def _test(field: Field, test: _Test) -> Condition:
    find = field.find()
    return lambda fields: test(find(fields))


def _test_both(left: Field, test: _TestOfTwo, right: Field) -> Condition:
    find_left, find_right = left.beside(right).find(), right.beside(left).find()
    return lambda fields: test(find_left(fields), find_right(fields))


def _refusal(operand: Operand, words: str) -> BadExpression:
    return BadExpression(words, operand.token.column)


def _folded(value: Value, token: Token) -> str:
    if isinstance(value, str):
        return value.casefold()
    raise BadExpression("lower(...) is compared with text in quotes only", token.column)


def _compared(sign: str, literal: Value) -> _Test:
    """Whether a value, read as the kind of value that the literal is, compares with it as the sign says."""
    if literal is None:
        return lambda value: value is None
    holds, read = _ORDERS[sign], _reading(literal)

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


def _equal_to_list(literals: Sequence[Value]) -> _Test:
    """Whether a value is a list of items that are equal to the literals, one by one."""
    tests = [_compared("==", each) for each in literals]

    def test(value: Plain) -> bool:
        if not isinstance(value, list) or len(value) != len(tests):
            return False
        return all(test(item) for test, item in zip(tests, value, strict=True))

    return test


def _one_of(literals: Sequence[Value]) -> _Test:
    """Whether a value is equal to one of the literals. It is read once for each kind of literal, not for each one."""
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


def _containing(constant: Constant) -> _Test:
    """Whether a value is a list with an equal item, or a text with this text in it."""
    is_equal, part = _compared("==", constant.value), _part(constant)

    def test(value: Plain) -> bool:
        if isinstance(value, list):
            return any(is_equal(item) for item in value)
        own = text(value)
        return own is not None and part is not None and part in own

    return test


def _part(constant: Constant) -> str | None:
    """The constant as a part of a text: a number or a date without quotes is the text that it is written as."""
    if constant.value is None or isinstance(constant.value, bool):
        return None
    return constant.value if isinstance(constant.value, str) else constant.token.written


def _matching(pattern: str) -> _Test:
    """Whether the pattern occurs in a text; raises BadRegex."""
    occurs = searcher(pattern)

    def test(value: Plain) -> bool:
        own = text(value)
        return own is not None and occurs(escape_unencodable(own))

    return test


def _compared_with_each_other(sign: str) -> _TestOfTwo:
    """Compares two values as days or moments if both are, else as numbers if both are, else as texts."""
    holds = _ORDERS[sign]

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


def _has_in_it(whole: Plain, part: Plain) -> bool:
    """The same as `_containing`, for two values."""
    if isinstance(whole, list):
        return any(_is_equal(item, part) for item in whole)
    texts = text(whole), text(part)
    return texts[0] is not None and texts[1] is not None and texts[1] in texts[0]


_is_equal = _compared_with_each_other("==")
