"""A value of front matter as it is written, and how another text would be written in its place."""

import re
from typing import NamedTuple

from meminit.model.node import Mapped, Scalar
from meminit.model.node import Sequence as Listed
from meminit.sources import yaml_text

_SINGLE = re.compile(r"'((?:[^']|'')*+)'")
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*+)"')


class Written(NamedTuple):
    """`text` is what stands in the line, with its quotes if it has any."""

    text: str
    quote: str


def written(line: str, column: int, value: str) -> Written | None:
    """The value at a column of a line; None where it is written in another way than on one line."""
    rest = line[column - 1 :]
    for quote, pattern in (("'", _SINGLE), ('"', _DOUBLE)):
        if rest.startswith(quote):
            found = pattern.match(rest)
            return Written(found[0], quote) if found and _value(found[0]) == value else None
    return Written(value, "") if value and rest.startswith(value) else None


def in_place(old: Written, value: str) -> str | None:
    """The text of another value in the quotes of the old one; with quotes where YAML asks for them."""
    quotes = {'"': (_doubled,), "'": (_singled, _doubled), "": (str, _singled, _doubled)}[old.quote]
    return next((text for quote in quotes if _value(text := quote(value)) == value), None)


def _value(text: str) -> str | None:
    """What YAML makes of a text, in a mapping as in a list with brackets; None where that is no text."""
    try:
        root = yaml_text.parse(f"a: {text}\nb: [{text}, {text}]\n").root
    except yaml_text.YamlError:
        return None
    if not isinstance(root, Mapped) or set(root.entries) != {"a", "b"}:
        return None
    one, several = root.entries["a"].node, root.entries["b"].node
    if not isinstance(one, Scalar) or not isinstance(several, Listed) or several.items[1:2] == ():
        return None
    return (
        one.written if all(isinstance(each, Scalar) and each.written == one.written for each in several.items) else None
    )


def _singled(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


def _doubled(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
