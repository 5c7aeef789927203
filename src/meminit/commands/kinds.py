"""What kinds of values options take, and how each of them is read from its text.

`read` raises ValueError with what is wrong, in words that follow the option's name.
"""

from math import isnan
from typing import NamedTuple, TypeAlias

from meminit.sources.limits import DEFAULT, HIGHEST, Limits
from meminit.watch import MOST_SECONDS
from meminit.words import listed, quoted

_MOST_DIGITS = 12  # of a limit


class Text:
    def read(self, text: str) -> str:
        return text


class Whole(NamedTuple):
    """A whole number within bounds."""

    least: int
    most: int | None = None

    def read(self, text: str) -> int:
        number = _number(int, text)
        if number is None or number < self.least or (self.most is not None and number > self.most):
            bounds = f"of {self.least} or more" if self.most is None else f"from {self.least} to {self.most}"
            raise ValueError(f"takes a whole number {bounds}, not {quoted(text)}")
        return int(number)


class OneOf(NamedTuple):
    """One of these words, in this spelling."""

    words: tuple[str, ...]

    def read(self, text: str) -> str:
        if text not in self.words:
            raise ValueError(f"must be one of {listed(self.words)}")
        return text


class Seconds:
    """A number above zero."""

    def read(self, text: str) -> float:
        number = _number(float, text)
        if number is None or isnan(number) or not 0 < number <= MOST_SECONDS:
            raise ValueError(f"takes a number of seconds above 0 and up to {MOST_SECONDS}, not {quoted(text)}")
        return number


class RaisedLimits:
    """Limits by their names. They can only be raised: a lower one would not hold wherever a short cut is taken."""

    def read(self, text: str) -> Limits:
        chosen = {}
        for each in text.split(","):
            name, _, digits = map(str.strip, each.partition("="))
            field = name.replace("-", "_")
            if field not in DEFAULT._fields or "_" in name:
                names = listed(known.replace("_", "-") for known in DEFAULT._fields)
                raise ValueError(f"has no limit {quoted(name)}; there are {names}")
            lowest, highest = getattr(DEFAULT, field), getattr(HIGHEST, field)
            number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS else 0
            if not lowest <= number <= highest:
                raise ValueError(f"takes a whole number from {lowest} to {highest} for {name}, not {quoted(digits)}")
            chosen[field] = number
        return DEFAULT._replace(**chosen)


Kind: TypeAlias = Text | Whole | OneOf | Seconds | RaisedLimits


def _number(kind: type[int] | type[float], text: str) -> float | None:
    try:
        return kind(text)
    except ValueError:
        return None
