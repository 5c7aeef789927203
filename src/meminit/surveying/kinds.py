"""Tells of which kind the values of a field are."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meminit.model.node import Plain

KINDS = ("text", "date", "number", "boolean", "list", "mapping", "empty")
_BY_TYPE: Mapping[type, str] = {
    bool: "boolean",
    int: "number",
    float: "number",
    list: "list",
    dict: "mapping",
    type(None): "empty",
}
# YAML reads these as dates, and as numbers, where they are written without quotes; how they are written is kept.
_DATE = re.compile(r"\d{4}-\d{1,2}-\d{1,2}([Tt ].*)?", re.ASCII)
_NUMBER = re.compile(
    r"[-+]?(0x[0-9a-f_]+|0b[01_]+|[0-9][0-9_]*(\.[0-9_]*)?(e[-+]?[0-9]+)?|\.[0-9][0-9_]*|\.inf|[0-9]+(:[0-5]?[0-9])+)|\.nan",
    re.ASCII | re.IGNORECASE,
)
_ODD = frozenset("0123456789+-.")  # how whatever YAML may have read otherwise begins
_NEEDS_A_LOOK = _ODD | frozenset(" \t\r\n") | {""}


class Tally(NamedTuple):
    """How many of some values are of each kind, and the texts among them, however they are understood."""

    kinds: Counter[str]
    texts: Counter[str]


def tally(values: Sequence[Plain]) -> Tally:
    types = Counter(map(type, values))
    found: Counter[str] = Counter()
    for kind, count in types.items():
        if kind is not str:
            found[_BY_TYPE[kind]] += count
    texts = values if len(types) == 1 else [each for each in values if type(each) is str]
    counts: Counter[str] = Counter(texts) if types[str] else Counter()  # type: ignore[arg-type]  # texts all
    if _NEEDS_A_LOOK.isdisjoint({text[:1] for text in counts}):
        found["text"] += counts.total()  # as nearly always, and of thousands that is soon seen
    else:
        for text, count in counts.items():
            found[kind_of_text(text)] += count
    return Tally(+found, counts)


def kind_of_text(text: str) -> str:
    if text[:1] not in _ODD:
        return "text" if text.strip() else "empty"
    if _DATE.fullmatch(text):
        return "date"
    return "number" if _NUMBER.fullmatch(text) else "text"
