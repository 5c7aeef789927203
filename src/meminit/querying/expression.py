"""Parses an expression into a test of a document's fields, and words the errors for what it cannot parse.

The parser descends recursively: `or` binds loosest, then `and`, then `not`, and a comparison closest.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from meminit.querying.comparisons import Constant, Field, Operand, Several, comparison, negated
from meminit.querying.fields import Condition, Value, name_of, presence
from meminit.querying.tokens import FUNCTIONS, JOINING, OPERATORS, WORDS, BadExpression, Token, tokens
from meminit.words import counted, did_you_mean, nearest, quoted, shorten

_LONGEST = 4096
_DEEPEST = 100
# Words and signs of other languages. Only those that are possible in a place are suggested there.
_ELSEWHERE = {
    "=": "==",
    "===": "==",
    "is": "==",
    "eq": "==",
    "!==": "!=",
    "<>": "!=",
    "ne": "!=",
    "=<": "<=",
    "=>": ">=",
    "&": "and",
    "&&": "and",
    "|": "or",
    "||": "or",
    "!": "not",
    "~": "matches",
    "=~": "matches",
    "like": "contains",
    "has": "contains",
    "includes": "contains",
    "exists": "has",
    "none": "null",
    "nil": "null",
}
_COMPARISON = f"a comparison ({', '.join(OPERATORS)})"
_LONGEST_EXAMPLE = 40


class Expression(NamedTuple):
    """The test, and the names of the fields that it asks for.

    The fields are those of `fields_of`. Dates in them, and numbers that Python would spell otherwise, must be the text
    that was written.
    """

    holds: Condition
    fields: frozenset[str]


def parse(text: str) -> Expression:
    """Raises BadExpression."""
    if len(text) > _LONGEST:
        words = f"a condition has at most {_LONGEST} characters, and this one has {len(text)}"
        raise BadExpression(words, _LONGEST + 1)
    parser = _Parser(tokens(text))
    return Expression(parser.whole(), frozenset(parser.names))


class _Operator(NamedTuple):
    name: str
    is_negated: bool = False


class _Parser:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self.names: set[str] = set()

    def whole(self) -> Condition:
        condition = self._alternatives()
        if self._next.kind != "end":
            raise _after_condition(self._next, "the end")
        return condition

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        token = self._next
        self._at += 1
        return token

    def _takes(self, *signs: str) -> bool:
        """Whether one of these signs comes next; if so, it is taken."""
        is_next = self._next.sign in signs
        if is_next:
            self._at += 1
        return is_next

    def _alternatives(self) -> Condition:
        conditions = [self._together()]
        while self._takes("or"):
            conditions.append(self._together())
        return _joined(conditions, any)

    def _together(self) -> Condition:
        conditions = [self._negation()]
        while self._takes("and"):
            conditions.append(self._negation())
        return _joined(conditions, all)

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
            raise _after_condition(self._next, f"the parenthesis that closes the one at column {opening.column}")
        self._depth -= 1
        return condition

    def _argument(self) -> Field:
        """The field in parentheses after the name of a function."""
        if not self._takes("("):
            raise _unexpected("an opening parenthesis and a field", self._next)
        if self._next.kind != "field":
            raise _unexpected("the name of a field", self._next)
        field = self._field()
        if not self._takes(")"):
            raise _unexpected("a closing parenthesis", self._next)
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
        raise _unexpected('a condition, such as status == "Draft"', self._next, ("not", "has"))

    def _operator(self, left: Field | Constant) -> _Operator:
        token = self._next
        if self._takes("not"):
            if not self._takes(*WORDS):
                raise _unexpected("in, contains or matches after not", self._next, WORDS)
            return _Operator(self._tokens[self._at - 1].sign, is_negated=True)
        if self._takes(*OPERATORS):
            return _Operator(token.sign)
        raise _without_comparison(left.token, token)

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
            raise _unexpected("a value", token)
        if isinstance(left, Field) and operator.name != "in" and not token.is_marked:
            raise _bare_word("a value", token, may_be_field=operator.name != "matches")
        return self._field()

    def _several(self, opening: Token, closing: str) -> Several:
        values: list[Value] = []
        while not self._takes(closing):
            if values and not self._takes(","):
                raise _unexpected(f"a comma or {closing}", self._next)
            if self._next.kind == "field":
                raise _bare_word("a value", self._next)
            if self._next.kind != "value":
                raise _unexpected("a value", self._next)
            values.append(self._take().value)
        return Several(opening, tuple(values))


def _joined(conditions: list[Condition], join: Callable[[Iterable[bool]], bool]) -> Condition:
    if len(conditions) == 1:
        return conditions[0]
    return lambda fields: join(condition(fields) for condition in conditions)


def _unexpected(expected: str, found: Token, known: Iterable[str] = ()) -> BadExpression:
    """`known` has the words and signs that are possible here, one of which may be meant."""
    return BadExpression(f"expected {expected}, found {found}{did_you_mean(_meant(found, tuple(known)))}", found.column)


def _bare_word(expected: str, found: Token, *, may_be_field: bool = False) -> BadExpression:
    """The error for a word where text may be meant."""
    word = shorten(found.written, _LONGEST_EXAMPLE)
    words = f'expected {expected}, found the word {quoted(word)}; text needs quotes: "{word}"'
    if may_be_field:
        first, _, rest = word.partition(".")
        words += f", and here a field needs backquotes: `{first}`{rest and '.' + rest}"
    return BadExpression(words + did_you_mean(_elsewhere(found, ("null",))), found.column)


def _without_comparison(left: Token, found: Token) -> BadExpression:
    """The error for what is after a field or value, in the place of an operator."""
    if found.written == "(" and left.kind == "field":
        known = did_you_mean(_meant(left, FUNCTIONS))
        return BadExpression(f"there is no function {quoted(left.written)}{known}", left.column)
    problem = _unexpected(_COMPARISON, found, OPERATORS)
    if found.kind != "end" and found.sign not in {*JOINING, ")", ","}:
        return problem
    if left.kind == "value":
        ways = "each side of and, or is a whole comparison; for several values, write in and a list"
    else:
        ways = "write has(...) to ask whether a field is there, or == true to ask whether it is true"
    return BadExpression(f"{problem.words}; {ways}", found.column)


def _after_condition(found: Token, closing: str) -> BadExpression:
    if found.sign in {*OPERATORS, "not"}:
        return BadExpression(
            f"there is a whole condition before {found} already; join two with and, or with or", found.column
        )
    return _unexpected(f"and, or, or {closing}", found, JOINING)


def _meant(found: Token, known: tuple[str, ...]) -> str | None:
    return _elsewhere(found, known) or (nearest(found.written, known) if found.written.isidentifier() else None)


def _elsewhere(found: Token, known: tuple[str, ...]) -> str | None:
    meant = _ELSEWHERE.get(found.written.lower())
    return meant if meant in known else None
