"""Reads flat front matter field by field, and remembers fields: documents of one kind hold the same on the same lines.

It answers what `flat_yaml` makes of the whole text, which is asked wherever fields do not stand by themselves.
"""

import re
from typing import TypeAlias

from meminit.model.node import Entry, Mapped, Scalar
from meminit.sources import flat_yaml

_Field: TypeAlias = tuple[str, Entry, int]  # its key, what it holds, and the line after it

_NEXT = re.compile(r"\n(?=[A-Za-z0-9_])")
# One line of text that is nothing but text for certain: too long for a word of YAML, and no number.
_LINE_OF_TEXT = re.compile(
    r"""([A-Za-z0-9_][A-Za-z0-9_.-]{0,99}): +((?![0-9.])[\w(/][^:#\x00-\x1f\x7f-\x9f]{5,}(?<! ))""", re.ASCII
)
_LONGEST, _MOST = 100, 4_000  # characters of a field that is remembered, and such fields

_known: dict[tuple[int, str], _Field] = {}
_new = tuple.__new__  # as in `flat_yaml`


def parse(text: str, first_line: int = 1) -> Mapped | None:
    """The mapping that the text holds; None where another reader has to say what it is."""
    # Blocks and lines that end in a return would be declined field by field, so they are not tried.
    if "|" in text or ">" in text or "\r" in text or not flat_yaml.is_plain(text):
        return flat_yaml.parse(text, first_line)
    entries: dict[str, Entry] = {}
    line = first_line
    for field in _NEXT.split(text):
        found = _known.get((line, field)) or _field(field, line)
        if found is None or found[0] in entries:
            return flat_yaml.parse(text, first_line)
        key, entry, line = found
        entries[key] = entry
    return _new(Mapped, (entries, first_line, 1))


def _field(text: str, line: int) -> _Field | None:
    """One field that begins on this line; None where it is not one, or nobody can tell."""
    if plain := _LINE_OF_TEXT.fullmatch(text):
        key, value = plain.groups()
        scalar = _new(Scalar, (value, value, "text", line, len(text) - len(value) + 1))
        return key, _new(Entry, (line, 1, scalar)), line + 1
    read = flat_yaml.parse(text, line)
    if read is None:
        return None
    ((key, entry),) = read.entries.items()
    field = key, entry, line + 1 + text.count("\n")
    if len(text) <= _LONGEST:
        if len(_known) >= _MOST:
            _known.clear()
        _known[line, text] = field
    return field
