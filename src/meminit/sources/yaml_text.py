"""Reads YAML into nodes with lines and columns, or says where and why the text is refused.

Most front matter is written in the plain block style, which is read here line by line: mappings and lists, nested by
indentation, with each value on one line, or in a block of lines with the same indentation. That takes less than half
the time of `yaml_events`, does not import yaml, and returns the same. Every other text is left to `yaml_events`.
"""

import re
from typing import NamedTuple, TypeAlias

from meminit.model.node import Entry, Mapped, Node, Scalar, Sequence
from meminit.sources.limits import DEFAULT, Limits
from meminit.sources.lines import TextError

_SIZE_LIMIT = 20_000  # characters; a text has fewer values than characters, so the limit of values is kept too
_DEPTH_LIMIT = 8
# The start of the line up to the value, indentation, "- ", key, plain value, other value, indentation of a block.
_Row: TypeAlias = tuple[str, str, str, str, str, str, str]
_BLANK: _Row = ("", "", "", "", "", "", "")
_NOT_SAFE = r"\x00-\x1f\x7f-\x9f"  # tabs, and line ends other than \n; `_ODD` has those beyond Latin-1
# "- " is no possessive group: one that fails within has moved on all the same in Python 3.11.2, which Debian 12 has.
_LINE = re.compile(
    rf"""
    ^( ([ ]*+) (-[ ]+|)
       (?: ([A-Za-z0-9_][A-Za-z0-9_.-]{{0,99}}+) : (?![^ \n]) [ ]* )?
    )
    (?: ( (?: [^-?:,\[\]{{}}#&*!|>'"%@`\ \xa0{_NOT_SAFE}] | -(?=[\w.]) )
          [^:\#{_NOT_SAFE}]* (?: (?: :(?=\S) | (?<![ ])\# ) [^:\#{_NOT_SAFE}]* )* (?<![ ]) )
      | ( '[^'{_NOT_SAFE}]* (?: '' [^'{_NOT_SAFE}]* )* '
        | "[^"\\{_NOT_SAFE}]*"
        | \[ [^\]{_NOT_SAFE}]* \]
        | [|>] -? [ ]* \n(\2[ ]+) [^ {_NOT_SAFE}][^{_NOT_SAFE}]*$ (?: \n+\7[^ {_NOT_SAFE}][^{_NOT_SAFE}]*$ )*
          (?=\n) (?! \n+ (?: \7 | [ ]+(?:\n|\Z) ) )
        )
    )?
    [ ]* (?: (?<![^ \n]) \# [^{_NOT_SAFE}]* )?$
    """,
    re.MULTILINE | re.VERBOSE,
)
_ITEM = re.compile(r"""[ ]* (?: ([\w./][\w./ -]*) (?<![ ]) | ('[^']*'|"[^"\\]*") ) [ ]* (?:,|\Z)""", re.VERBOSE)
_FOLD = re.compile(r"\n(\n*)")
# What YAML 1.1 makes of plain text. Numbers in rare notations are declined.
_WORDS = {
    **dict.fromkeys(("yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"), (True, "boolean")),
    **dict.fromkeys(("no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"), (False, "boolean")),
    **dict.fromkeys(("~", "null", "Null", "NULL"), (None, "null")),
}
_NUMERIC = frozenset("+-.0123456789")
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_FLOAT = re.compile(r"[-+]?[0-9]{1,18}\.[0-9]{0,18}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# These are compiled on first use, since few runs need them.
_ODD = "[\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
_UNSURE = r"""(?x)
      [-+]? 0 (?: b[01_]+ | x[0-9a-fA-F_]+ )
    | [-+]? [0-9][0-9_]* (?: :[0-5]?[0-9] )* (?: \.[0-9_]* (?: [eE][-+][0-9]+ )? )?
    | [-+]? \. (?: [0-9][0-9_]* (?: [eE][-+][0-9]+ )? | inf | Inf | INF | nan | NaN | NAN )
    | [0-9]{4} - [0-9]{1,2} - [0-9]{1,2} .*
"""


class YamlError(TextError):
    """Text that is not YAML, or that uses what is refused here: aliases, merge keys, most tags."""

    def __init__(self, line: int, column: int, words: str) -> None:
        super().__init__(line, words)
        self.column = column


class Repeated(NamedTuple):
    """A key that its mapping has already; `first_line` is the line of the first one."""

    key: str
    line: int
    column: int
    first_line: int


class YamlText(NamedTuple):
    """The root is None if there is nothing but comments and blank lines in the text."""

    root: Node | None
    repeated: tuple[Repeated, ...]


def parse(text: str, first_line: int = 1, limits: Limits = DEFAULT) -> YamlText:
    """Reads one YAML document. `first_line` is the line of the file on which the text begins."""
    flat = parse_flat(text, first_line)
    if flat:
        return YamlText(flat, ())
    from meminit.sources import yaml_events  # noqa: PLC0415 - it imports yaml, which most documents do not need

    return yaml_events.parse(text, first_line, limits)


class _DeclinedError(Exception):
    """The text is not certain to be read correctly here."""


def parse_flat(text: str, first_line: int = 1) -> Mapped | None:
    """The mapping in the text; None if the text is declined."""
    if len(text) > _SIZE_LIMIT or (not text.isascii() and re.search(_ODD, text)):
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    rows = _LINE.findall(text)
    count = text.count("\n") + 1
    if len(rows) != count:
        rows = [each for row in rows for each in (row, *[_BLANK] * row[5].count("\n"))]
        if len(rows) != count:
            return None
    try:
        root, end = _mapping(rows, _skipped(rows, 0), first_line, "", 0)
    except _DeclinedError:
        return None
    # A row that belongs to no mapping or list ends all of them, so that the end is before it.
    return root if end == count and root.entries else None


def _mapping(rows: list[_Row], at: int, first_line: int, here: str, depth: int) -> tuple[Mapped, int]:
    """The mapping whose keys have the indentation `here`, and the index of the row after it."""
    entries: dict[str, Entry] = {}
    start, column, end = at + first_line, len(here) + 1, len(rows)
    node: Node
    while at < end:
        lead, indent, dash, key, plain, other, _ = rows[at]
        if not key or dash or indent != here:
            if _is_nothing(rows[at]):
                at += 1
                continue
            break
        if key in entries:
            raise _DeclinedError
        line = at + first_line
        at += 1
        if plain or other:
            node = _value(plain, other, line, len(lead) + 1)
        else:
            below, at = _below(rows, at, first_line, here, depth + 1)
            node = below or Scalar(None, "", "null", line, column + len(key) + 1)
        entries[key] = Entry(line, column, node)
    return Mapped(entries, start, column), at


def _below(rows: list[_Row], at: int, first_line: int, here: str, depth: int) -> tuple[Node | None, int]:
    """The value on the rows below a key that has none on its own row; None if there is none."""
    at = _skipped(rows, at)
    if depth > _DEPTH_LIMIT:
        raise _DeclinedError
    _, indent, dash, *_ = rows[at] if at < len(rows) else _BLANK
    if dash and len(indent) >= len(here):
        return _sequence(rows, at, first_line, indent, depth)
    if len(indent) > len(here):
        return _mapping(rows, at, first_line, indent, depth)
    return None, at


def _sequence(rows: list[_Row], at: int, first_line: int, here: str, depth: int) -> tuple[Sequence, int]:
    """The list whose dashes have the indentation `here`, and the index of the row after it."""
    items: list[Node] = []
    start = at + first_line
    while at < len(rows):
        lead, indent, dash, key, plain, other, _ = rows[at]
        if not dash or indent != here:
            if _is_nothing(rows[at]):
                at += 1
                continue
            break
        if key:
            rows[at] = _without_dash(rows[at])
            node, at = _mapping(rows, at, first_line, rows[at][1], depth + 1)
            items.append(node)
        elif plain or other:
            items.append(_value(plain, other, at + first_line, len(lead) + 1))
            at += 1
        else:
            raise _DeclinedError
    return Sequence(tuple(items), start, len(here) + 1), at


def _without_dash(row: _Row) -> _Row:
    """The first row of a mapping in a list, with spaces instead of the dash."""
    lead, indent, dash, key, plain, other, _ = row
    if other[:1] in {"|", ">"}:
        raise _DeclinedError  # its indentation was measured from the dash
    return lead, indent + " " * len(dash), "", key, plain, other, ""


def _skipped(rows: list[_Row], at: int) -> int:
    while at < len(rows) and _is_nothing(rows[at]):
        at += 1
    return at


def _is_nothing(row: _Row) -> bool:
    """Whether a row is blank or a comment."""
    _, _, dash, key, plain, other, _ = row
    return not (dash or key or plain or other)


def _value(plain: str, other: str, line: int, column: int) -> Node:
    return _plain(plain, line, column) if plain else _other(other, line, column)


def _plain(text: str, line: int, column: int) -> Scalar:
    if text[0] in _NUMERIC:
        return _numeric(text, line, column)
    if text in _WORDS:
        value, kind = _WORDS[text]
        return Scalar(value, text, kind, line, column)
    return Scalar(text, text, "text", line, column)


def _numeric(text: str, line: int, column: int) -> Scalar:
    if _DATE.fullmatch(text):
        return Scalar(text, text, "date", line, column)
    if _INTEGER.fullmatch(text):
        return Scalar(int(text), text, "number", line, column)
    if _FLOAT.fullmatch(text):
        return Scalar(float(text), text, "number", line, column)
    if re.fullmatch(_UNSURE, text):
        raise _DeclinedError
    return Scalar(text, text, "text", line, column)


def _other(text: str, line: int, column: int) -> Node:
    """A value in quotes or square brackets, or a block of text."""
    mark = text[0]
    if mark == "[":
        return _list(text[1:-1], line, column)
    if mark == "'":
        text = text[1:-1].replace("''", "'")
    elif mark == '"':
        text = text[1:-1]
    else:
        text = _block(text)
    return Scalar(text, text, "text", line, column)


def _list(inner: str, line: int, column: int) -> Sequence:
    items: list[Node] = []
    at = 0
    while at < len(inner):
        item = _ITEM.match(inner, at)
        if not item:
            raise _DeclinedError
        plain, quotes = item.groups()
        if plain:
            items.append(_plain(plain, line, column + 1 + item.start(1)))
        else:
            items.append(Scalar(quotes[1:-1], quotes[1:-1], "text", line, column + 1 + item.start(2)))
        at = item.end()
    return Sequence(tuple(items), line, column)


def _block(text: str) -> str:
    """The text of a block. All its lines have the same indentation, so only the line ends are left to decide."""
    header, *lines = text.split("\n")
    indent = len(lines[0]) - len(lines[0].lstrip(" "))
    value = "\n".join([line[indent:] for line in lines])
    if header[0] == ">":
        value = _FOLD.sub(lambda ends: ends[1] or " ", value)
    return value if header.rstrip(" ").endswith("-") else value + "\n"
