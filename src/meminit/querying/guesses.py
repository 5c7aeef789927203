"""Says what was expected, what was found instead, and what was probably meant."""

from collections.abc import Iterable

from meminit.querying.bad_expression import BadExpression
from meminit.querying.tokens import FUNCTIONS, JOINING, OPERATORS, Token
from meminit.words import did_you_mean, nearest, quoted, shorten

# What other languages write. Only what fits the place is suggested.
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


def unexpected(expected: str, found: Token, known: Iterable[str] = ()) -> BadExpression:
    """`known` is what could be meant by a word or sign that is no part of the language, or not there."""
    return BadExpression(f"expected {expected}, found {found}{did_you_mean(_meant(found, tuple(known)))}", found.column)


def bare_word(expected: str, found: Token, *, may_be_field: bool = False) -> BadExpression:
    """Of a word where text could be meant."""
    word = shorten(found.written, _LONGEST_EXAMPLE)
    words = f'expected {expected}, found the word {quoted(word)}; text needs quotes: "{word}"'
    if may_be_field:
        first, _, rest = word.partition(".")
        words += f", and here a field needs backquotes: `{first}`{rest and '.' + rest}"
    return BadExpression(words + did_you_mean(_elsewhere(found, ("null",))), found.column)


def without_comparison(left: Token, found: Token) -> BadExpression:
    """Of what stands behind a field or value where an operator should."""
    if found.written == "(" and left.kind == "field":
        known = did_you_mean(_meant(left, FUNCTIONS))
        return BadExpression(f"there is no function {quoted(left.written)}{known}", left.column)
    problem = unexpected(_COMPARISON, found, OPERATORS)
    if found.kind != "end" and found.sign not in {*JOINING, ")", ","}:
        return problem
    if left.kind == "value":
        ways = "each side of and, or is a whole comparison; several values stand in a list, behind in"
    else:
        ways = "has(...) asks whether a field is there, and == true whether it is true"
    return BadExpression(f"{problem.words}; {ways}", found.column)


def behind_condition(found: Token, closing: str) -> BadExpression:
    if found.sign in {*OPERATORS, "not"}:
        return BadExpression(
            f"what stands before {found} is a whole condition already; two are joined with and, or", found.column
        )
    return unexpected(f"and, or, or {closing}", found, JOINING)


def _meant(found: Token, known: tuple[str, ...]) -> str | None:
    return _elsewhere(found, known) or (nearest(found.written, known) if found.written.isidentifier() else None)


def _elsewhere(found: Token, known: tuple[str, ...]) -> str | None:
    meant = _ELSEWHERE.get(found.written.lower())
    return meant if meant in known else None
