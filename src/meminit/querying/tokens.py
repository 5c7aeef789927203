"""Divides the text of an expression into tokens, and defines the error for an expression that is refused."""

import re
from typing import Literal, NamedTuple, TypeAlias

from meminit.querying.fields import Value, number, when
from meminit.words import escape_invisible, quoted, shorten

Kind: TypeAlias = Literal["field", "value", "sign", "end"]  # the words of the language are signs

SYMBOLS = ("==", "!=", "<", "<=", ">", ">=")
WORDS = ("in", "contains", "matches")
OPERATORS = (*SYMBOLS, *WORDS)
FUNCTIONS = ("has", "lower")
JOINING = ("and", "or")

_KEYWORDS = frozenset({*WORDS, *FUNCTIONS, *JOINING, "not"})
_CONSTANTS: dict[str, Value] = {"true": True, "false": False, "null": None}
_TOKEN = re.compile(
    r"""(?P<blank>\s+)
    | (?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    | (?P<name>(?:[^\W\d][\w-]*|`(?:[^`]|``)*`)(?:\.(?:[^\W\d][\w-]*|`(?:[^`]|``)*`))*)
    | (?P<number>[+-]?\.?[0-9][\w.:+-]*)
    | (?P<sign>[=<>!&|~]+|[()\[\],])""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"`((?:[^`]|``)*)`|([^`.]+)")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\", '"': '"', "'": "'"}
_SURROGATES = range(0xD800, 0xE000)
_LONGEST_SHOWN = 40
_REFUSED = {
    **dict.fromkeys("\"'`", "this quotation mark is not closed"),
    **dict.fromkeys("“”„‟‘’‚‛«»", "text needs straight quotation marks, \" or '"),
    ".": "a dot joins the names of two fields, without spaces",
}


class BadExpression(ValueError):  # noqa: N818 - it names what was seen
    """An expression that cannot be understood: the reason, and the column, in characters from 1."""

    def __init__(self, words: str, column: int) -> None:
        self.words = escape_invisible(words)
        self.column = column
        super().__init__(f"column {column}: {self.words}")


class Token(NamedTuple):
    kind: Kind
    written: str
    column: int
    value: Value = None
    path: tuple[str, ...] = ()  # of a field

    @property
    def is_marked(self) -> bool:
        """Whether it is certainly a field, since it is in backquotes."""
        return self.written.startswith("`")

    @property
    def sign(self) -> str:
        """The sign, or the word of the language in small letters."""
        return self.written.lower()

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end"
        return shorten(self.written, _LONGEST_SHOWN) if self.kind == "value" else quoted(self.written)


def tokens(text: str) -> list[Token]:
    """The tokens, the last of which is the end."""
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            words = _REFUSED.get(text[at], f"the character {quoted(text[at])} has no meaning here; text needs quotes")
            raise BadExpression(words, at + 1)
        if match.lastgroup != "blank":
            found.append(_token(match))
        at = match.end()
    return [*found, Token("end", "", len(text) + 1)]


def _token(match: re.Match[str]) -> Token:
    written, column = match.group(), match.start() + 1
    if match["text"]:
        return Token("value", written, column, value=_unescaped(written, column))
    if match["name"]:
        return _word(written, column)
    if match["number"]:
        return Token("value", written, column, value=_number_or_date(written, column))
    return Token("sign", written, column)


def _word(written: str, column: int) -> Token:
    word = written.lower()
    if word in _KEYWORDS:
        return Token("sign", written, column)
    if word in _CONSTANTS:
        return Token("value", written, column, value=_CONSTANTS[word])
    names = [bare or marked.replace("``", "`") for marked, bare in _NAME.findall(written)]
    return Token("field", written, column, path=tuple(names))


def _number_or_date(written: str, column: int) -> Value:
    found = number(written)
    if found is not None:
        return found
    date = when(written)
    if date is None:
        reason = "neither a number, a day such as 2026-01-31, nor a moment such as 2026-01-31T12:00Z"
        words = f"{quoted(written)} is {reason}; put text in quotes, and a field that begins with a digit in backquotes"
        raise BadExpression(words, column)
    return date


def _unescaped(written: str, column: int) -> str:
    def character(match: re.Match[str]) -> str:
        code, letter = match.groups()
        if letter in _ESCAPED:
            return _ESCAPED[letter]
        if code is None or int(code, 16) in _SURROGATES:
            words = f"{quoted(match.group())} is not a known escape; write a backslash itself twice"
            raise BadExpression(words, column + 1 + match.start())
        return chr(int(code, 16))

    return _ESCAPE.sub(character, written[1:-1])
