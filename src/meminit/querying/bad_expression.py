"""What is wrong with an expression, and where."""

from meminit.words import escape_invisible


class BadExpression(ValueError):  # noqa: N818 - it names what was seen
    """An expression that cannot be understood: the reason, and the column, which counts characters from 1."""

    def __init__(self, words: str, column: int) -> None:
        self.words = escape_invisible(words)
        self.column = column
        super().__init__(f"column {column}: {self.words}")
