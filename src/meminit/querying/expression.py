"""An expression: a test that the fields of a document pass or not."""

from typing import NamedTuple

from meminit.querying.bad_expression import BadExpression
from meminit.querying.fields import Condition
from meminit.querying.parser import Parser
from meminit.querying.tokens import tokens

_LONGEST = 4096


class Expression(NamedTuple):
    """`fields` are the names that are asked for, in the front matter and beside it.

    It is held against fields of which dates, and numbers that are not spelled as Python would, are the text that was
    written; see `fields_of`.
    """

    holds: Condition
    fields: frozenset[str]


def parse(text: str) -> Expression:
    """Raises BadExpression."""
    if len(text) > _LONGEST:
        words = f"a condition has at most {_LONGEST} characters, and this one has {len(text)}"
        raise BadExpression(words, _LONGEST + 1)
    parser = Parser(tokens(text))
    return Expression(parser.whole(), frozenset(parser.names))
