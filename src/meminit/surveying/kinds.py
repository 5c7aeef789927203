"""Tells of which kind the values of a field are."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

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
_ODD_ENDS = frozenset("0123456789+-.")  # how whatever YAML may have read otherwise begins


def kinds(values: Iterable[Plain]) -> Counter[str]:
    """How many of the values are of each kind."""
    listed = list(values)
    found: Counter[str] = Counter()
    for kind, count in Counter(map(type, listed)).items():
        if kind is not str:
            found[_BY_TYPE[kind]] += count
    for text, count in Counter(each for each in listed if type(each) is str).items():
        found[kind_of_text(text)] += count
    return found


def kind_of_text(text: str) -> str:
    if text[:1] not in _ODD_ENDS:
        return "text" if text.strip() else "empty"
    if _DATE.fullmatch(text):
        return "date"
    return "number" if _NUMBER.fullmatch(text) else "text"
