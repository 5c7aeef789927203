"""Makes a condition of an operator and what stands on either side of it; refuses what nobody can mean."""

from meminit.querying.bad_expression import BadExpression
from meminit.querying.fields import Condition
from meminit.querying.operands import Constant, Field, Operand, Several
from meminit.querying.verdicts import (
    Test,
    TestOfTwo,
    compared,
    compared_with_each_other,
    containing,
    equal_to_list,
    has_in_it,
    matching,
    one_of,
)
from meminit.schema.regex import BadRegex

_MIRRORED = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


def comparison(left: Field | Constant, operator: str, right: Operand) -> Condition:
    if operator == "!=":
        return negated(comparison(left, "==", right))
    if isinstance(left, Field):
        return _of_field(left, operator, right)
    if isinstance(right, Field):
        return _of_constant(left, operator, right)
    raise _refusal(left, "no field is compared here; what stands in quotes is text, and names of fields do without")


def negated(condition: Condition) -> Condition:
    return lambda fields: not condition(fields)


def _of_constant(constant: Constant, operator: str, field: Field) -> Condition:
    if operator in _MIRRORED:
        return _of_field(field, _MIRRORED[operator], constant)
    if operator == "in":
        return _contains(field, constant)
    raise _refusal(constant, f"the field stands before {operator}, and the value behind it")


def _of_field(field: Field, operator: str, other: Operand) -> Condition:
    if operator == "matches":
        return _matches(field, other)
    if operator == "contains":
        return _contains(field, other)
    if operator == "in":
        return _is_in(field, other)
    return _compares(field, operator, other)


def _matches(field: Field, pattern: Operand) -> Condition:
    if not isinstance(pattern, Constant) or not isinstance(pattern.value, str):
        raise _refusal(pattern, "behind matches stands a pattern in quotes")
    try:
        return _test(field, matching(pattern.value))
    except BadRegex as error:
        words = "the pattern cannot be used: it is malformed, repeats too much, or has look-around or back-references"
        raise _refusal(pattern, words) from error


def _contains(whole: Field, part: Operand) -> Condition:
    if isinstance(part, Field):
        return _test_both(whole, has_in_it, part)
    if isinstance(part, Several):
        raise _refusal(part, "contains looks for one value; for several, join as many with and, or with or")
    return _test(whole, containing(part.beside(whole).value))


def _is_in(part: Field, whole: Operand) -> Condition:
    if isinstance(whole, Field):
        return _test_both(whole, has_in_it, part)
    if isinstance(whole, Several):
        return _test(part, one_of(whole.beside(part).values))
    raise _refusal(whole, 'behind in stands a list, such as ["a", "b"], or a field')


def _compares(field: Field, symbol: str, other: Operand) -> Condition:
    if isinstance(other, Field):
        return _test_both(field, compared_with_each_other(symbol), other)
    if isinstance(other, Several):
        if symbol != "==":
            raise _refusal(other, "lists have no order; they are compared with == and !=")
        return _test(field, equal_to_list(other.beside(field).values))
    if symbol != "==" and (other.value is None or isinstance(other.value, bool)):
        raise _refusal(other, "true, false and null have no order; they are compared with == and !=")
    return _test(field, compared(symbol, other.beside(field).value))


def _test(field: Field, test: Test) -> Condition:
    find = field.find()
    return lambda fields: test(find(fields))


def _test_both(left: Field, test: TestOfTwo, right: Field) -> Condition:
    find_left, find_right = left.beside(right).find(), right.beside(left).find()
    return lambda fields: test(find_left(fields), find_right(fields))


def _refusal(operand: Operand, words: str) -> BadExpression:
    return BadExpression(words, operand.token.column)
