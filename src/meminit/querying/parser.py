"""Reads tokens by recursive descent: `or` binds loosest, then `and`, `not`, and a comparison closest."""

from collections.abc import Sequence
from typing import NamedTuple

from meminit.querying.bad_expression import BadExpression
from meminit.querying.comparisons import comparison, negated
from meminit.querying.fields import Condition, Fields, name_of, presence
from meminit.querying.guesses import bare_word, behind_condition, unexpected, without_comparison
from meminit.querying.operands import Constant, Field, Operand, Several
from meminit.querying.tokens import OPERATORS, WORDS, Token
from meminit.querying.values import Value
from meminit.words import counted

_DEEPEST = 100


class _Operator(NamedTuple):
    name: str
    is_negated: bool = False


class Parser:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self.names: set[str] = set()

    def whole(self) -> Condition:
        condition = self._alternatives()
        if self._next.kind != "end":
            raise behind_condition(self._next, "the end")
        return condition

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += 1
        return token

    def _takes(self, *signs: str) -> bool:
        """Whether such a sign comes next; if so, it is taken."""
        is_next = self._next.sign in signs
        if is_next:
            self._at += 1
        return is_next

    def _alternatives(self) -> Condition:
        conditions = [self._together()]
        while self._takes("or"):
            conditions.append(self._together())
        return _any(conditions)

    def _together(self) -> Condition:
        conditions = [self._negation()]
        while self._takes("and"):
            conditions.append(self._negation())
        return _all(conditions)

    def _negation(self) -> Condition:
        is_negated = False
        while self._takes("not"):
            is_negated = not is_negated
        condition = self._condition()
        return negated(condition) if is_negated else condition

    def _condition(self) -> Condition:
        opening = self._next
        if self._takes("("):
            return self._group(opening)
        if self._takes("has"):
            return presence(self._argument().token.path)
        left = self._left()
        operator = self._operator(left)
        condition = comparison(left, operator.name, self._right(left, operator))
        return negated(condition) if operator.is_negated else condition

    def _group(self, opening: Token) -> Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise BadExpression(f"parentheses are nested deeper than {counted(_DEEPEST, 'level')}", opening.column)
        condition = self._alternatives()
        if not self._takes(")"):
            raise behind_condition(self._next, f"the parenthesis that closes the one at column {opening.column}")
        self._depth -= 1
        return condition

    def _argument(self) -> Field:
        """The field in parentheses behind the name of a function."""
        if not self._takes("("):
            raise unexpected("an opening parenthesis and a field", self._next)
        if self._next.kind != "field":
            raise unexpected("the name of a field", self._next)
        field = self._field()
        if not self._takes(")"):
            raise unexpected("a closing parenthesis", self._next)
        return field

    def _field(self) -> Field:
        token = self._take()
        self.names.add(name_of(token.path))
        return Field(token)

    def _left(self) -> Field | Constant:
        if self._next.kind == "field":
            return self._field()
        if self._next.kind == "value":
            return Constant(self._next, self._take().value)
        if self._takes("lower"):
            return self._argument()._replace(ignores_case=True)
        raise unexpected('a condition, such as status == "Draft"', self._next, ("not", "has"))

    def _operator(self, left: Field | Constant) -> _Operator:
        token = self._next
        if self._takes("not"):
            if not self._takes(*WORDS):
                raise unexpected("in, contains or matches behind not", self._next, WORDS)
            return _Operator(self._tokens[self._at - 1].sign, is_negated=True)
        if self._takes(*OPERATORS):
            return _Operator(token.sign)
        raise without_comparison(left.token, token)

    def _right(self, left: Field | Constant, operator: _Operator) -> Operand:
        token = self._next
        if self._takes("["):
            return self._several(token, "]")
        if operator.name == "in" and self._takes("("):
            return self._several(token, ")")
        if token.kind == "value":
            return Constant(token, self._take().value)
        if self._takes("lower"):
            return self._argument()._replace(ignores_case=True)
        if token.kind != "field":
            raise unexpected("a value", token)
        if isinstance(left, Field) and operator.name != "in" and not token.is_marked:
            raise bare_word("a value", token, may_be_field=operator.name != "matches")
        return self._field()

    def _several(self, opening: Token, closing: str) -> Several:
        values: list[Value] = []
        while not self._takes(closing):
            if values and not self._takes(","):
                raise unexpected(f"a comma or {closing}", self._next)
            if self._next.kind == "field":
                raise bare_word("a value", self._next)
            if self._next.kind != "value":
                raise unexpected("a value", self._next)
            values.append(self._take().value)
        return Several(opening, tuple(values))


def _any(conditions: list[Condition]) -> Condition:
    if len(conditions) == 1:
        return conditions[0]

    def holds(fields: Fields) -> bool:
        for condition in conditions:  # noqa: SIM110 - a generator would double the cost
            if condition(fields):
                return True
        return False

    return holds


def _all(conditions: list[Condition]) -> Condition:
    if len(conditions) == 1:
        return conditions[0]

    def holds(fields: Fields) -> bool:
        for condition in conditions:  # noqa: SIM110 - as above
            if not condition(fields):
                return False
        return True

    return holds
