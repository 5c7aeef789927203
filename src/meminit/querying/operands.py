"""What stands on either side of an operator: a field, a value, or a list of values."""

from typing import NamedTuple, TypeAlias

from meminit.querying.bad_expression import BadExpression
from meminit.querying.fields import Find, finder, folding
from meminit.querying.tokens import Token
from meminit.querying.values import Value


class Field(NamedTuple):
    token: Token
    ignores_case: bool = False

    def find(self) -> Find:
        find = finder(self.token.path)
        return folding(find) if self.ignores_case else find

    def beside(self, field: "Field") -> "Field":
        """As it is compared with the other one: where letter case does not matter on one side, it does on neither."""
        return self._replace(ignores_case=self.ignores_case or field.ignores_case)


class Constant(NamedTuple):
    token: Token
    value: Value

    def beside(self, field: Field) -> "Constant":
        """As it is compared with the field."""
        return self._replace(value=_folded(self.value, self.token)) if field.ignores_case else self


class Several(NamedTuple):
    """A list of values; the token opens it."""

    token: Token
    values: tuple[Value, ...]

    def beside(self, field: Field) -> "Several":
        """As it is compared with the field."""
        if not field.ignores_case:
            return self
        return self._replace(values=tuple(_folded(each, self.token) for each in self.values))


Operand: TypeAlias = Field | Constant | Several


def _folded(value: Value, token: Token) -> str:
    if isinstance(value, str):
        return value.casefold()
    raise BadExpression("what is compared with lower(...) is text in quotes", token.column)
