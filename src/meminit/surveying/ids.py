"""Finds out whether documents have ids: in which field, with which pattern, and which fields refer to them."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from meminit.config.settings import (
    DEFAULT_FILENAME,
    DEFAULT_ID_FIELD,
    DEFAULT_ID_PATTERN,
    DEFAULT_INDEX,
    DEFAULT_REFERENCES,
)
from meminit.model.node import Plain
from meminit.surveying.evidence import Seen, Share
from meminit.surveying.fields import LEAST_EVIDENCE, RARE_SHARE, Field, Found

IDS_SHARE = 0.8  # of the documents must have an id; if fewer have one, ids cannot be relied on
UNIQUE_SHARE = 0.95  # of the ids must differ; the rest are mistakes that a check should find
REFERENCE_SHARE = 0.8  # of the values of a field must be ids of documents for it to hold references
_LONGEST_ID = 100  # characters
_MOST_LOOKED_AT = 300  # values, enough to see whether they are ids at all
_MOST_REFERRING = 20  # fields; a configuration may name a hundred
# Usual names of fields of ids. Titles are unique too, but no ids.
_NAME = re.compile(r"(?i:(.+[_-])?(u?id|uuid|number|nr))|[a-z]+I[dD]")
_LOOKS = r"^[A-Z][A-Z0-9]*([-_.][A-Za-z0-9]+)*[-_.][0-9]+$"  # of ids in a field with another name: RFC-12, PAY-ADR-001
_WIDE_NUMBER = re.compile(r"0[0-9]+")
_UUID = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
_NUMBER = "^[0-9]+$"
_LENIENT = (r"^[a-z0-9]+([-_./][a-z0-9]+)*$", r"^[A-Za-z0-9]+([-_./][A-Za-z0-9]+)*$", r"^\S+$")
_ANY = "."
_BETWEEN = ","
_LONGEST_NUMBER = 12  # digits
_SEGMENTS = 3  # of an id that begins with a prefix: PREFIX-TYPE-NUMBER
NEARLY_ALL = 0.95  # the rest are mistakes that a check should find
_MOST_PIECES = 9  # of an id; a text of more is prose
_MOST_TRIED = 2_000  # texts, enough to see what they have in common
_CLASSES = (("upper", "[A-Z]"), ("lower", "[a-z]"), ("digit", "[0-9]"))
_SPECIAL = re.compile(r"[\\.^$*+?()\[\]{}|]")
_FREE = 3  # characters that a run of letters may be longer or shorter than those that were seen
_MOST_NAMES = 5_000  # different names, enough to see how files are named
# From the strictest to the most lenient; the first one that nearly all names fit is proposed.
_PATTERNS = (
    DEFAULT_FILENAME,
    r"^[a-z0-9_-]+\.md$",
    r"^[a-z0-9._-]+\.md$",
    r"^[A-Za-z0-9._-]+\.md$",
    r"^[a-z0-9._-]+\.(md|markdown)$",
    r"^[A-Za-z0-9._-]+\.(md|markdown)$",
    ".",
)


class Ids(NamedTuple):
    field: str
    documents: int
    different: int
    pattern: str
    fitting: Share
    prefix: str
    references: tuple[str, ...]
    splits: Mapping[str, str] = {}  # what stands between several ids in one text of a field


def ids(found: Found, documents: Iterable[Seen]) -> Ids | None:
    """The ids of documents; None if they have none."""
    listed = [each for each in documents if each.fields]
    candidates = [each for each in found.fields if _may_be_id(each, found.documents, listed)]
    if not candidates:
        return None
    best = max(candidates, key=lambda each: (each.name == DEFAULT_ID_FIELD, _is_called_id(each), each.filled))
    values = _texts(best)
    shape, known = pattern(values), frozenset(values)
    splits = dict(_split(found, best, known))
    references = (*_referring(found, best, known, shape), *splits)
    return Ids(
        best.name,
        best.filled,
        len(known),
        shape,
        fitting(shape, values),
        prefix(values),
        tuple(dict.fromkeys(references)),
        splits,
    )


def _is_called_id(field: Field) -> bool:
    return _NAME.fullmatch(field.name) is not None


def _may_be_id(field: Field, documents: int, listed: Sequence[Seen]) -> bool:
    """Whether most documents have one, nearly all differ, and they look like ids.

    The name of the field or the form of its values is that of ids, or files are named by them.
    """
    if field.filled < LEAST_EVIDENCE or not Share(field.filled, documents).is_at_least(IDS_SHARE):
        return False
    if not field.kinds.keys() <= {"text", "number", "empty"} or not field.name.isprintable():
        return False
    looks_like_ids = _is_called_id(field) or fitting(_LOOKS, _texts(field, _MOST_LOOKED_AT)).is_at_least(NEARLY_ALL)
    if not looks_like_ids and not _names_files(field.name, listed):
        return False
    values = _texts(field)
    different = Share(len(set(values)), len(values))
    return different.is_at_least(UNIQUE_SHARE) and max(map(len, values)) <= _LONGEST_ID


def _names_files(name: str, listed: Sequence[Seen]) -> bool:
    """Whether nearly all files have the number in this field in their names, as eip-1559.md has."""
    sample = listed[:: len(listed) // _MOST_LOOKED_AT + 1]
    pairs = [(_text((each.fields or {}).get(name)), each.name) for each in sample]
    numbers = [(text, called) for text, called in pairs if text.isdecimal() and len(text) <= _LONGEST_NUMBER]
    named = sum(1 for text, called in numbers if re.search(rf"(?<![0-9])0*{text.lstrip('0') or '0'}(?![0-9])", called))
    return len(numbers) >= LEAST_EVIDENCE and Share(named, len(pairs)).is_at_least(NEARLY_ALL)


def _split(found: Found, own: Field, known: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The fields with several ids in one text, and what stands between them."""
    for each in found.fields:
        several = [value for value in each.column if isinstance(value, str) and _BETWEEN in value]
        if each.name == own.name or len(several) < LEAST_EVIDENCE or not each.name.isprintable():
            continue
        parts = [part.strip() for value in each.column for text in _scalars(value) for part in text.split(_BETWEEN)]
        if Share(sum(1 for part in parts if part in known), len(parts)).is_at_least(NEARLY_ALL):
            yield each.name, _BETWEEN


def _texts(field: Field, most: int | None = None) -> list[str]:
    return [each for value in field.column[:most] if (each := _text(value))]


def _text(value: Plain) -> str:
    return str(value).strip() if isinstance(value, str | int | float) else ""


def pattern(values: Sequence[str]) -> str:
    """The narrowest pattern that nearly all of the ids fit."""
    if fitting(DEFAULT_ID_PATTERN, values).is_at_least(NEARLY_ALL):
        return DEFAULT_ID_PATTERN
    if fitting(_NUMBER, values).is_at_least(NEARLY_ALL):
        width = min(len(each) for each in values if each.isdigit())
        return f"^[0-9]{{{width},}}$" if any(map(_WIDE_NUMBER.fullmatch, values)) else _NUMBER
    own = common_shape(values)
    return first_fitting([_UUID, *([own] if own else []), *_LENIENT], values) or _ANY


def prefix(values: Sequence[str]) -> str:
    """The first segment of all ids if they have three. Of two segments the first is more likely the type."""
    first = {each.partition("-")[0] for each in values}
    if len(first) > 1 or any(each.count("-") != _SEGMENTS - 1 for each in values):
        return ""
    return first.pop()


def _referring(found: Found, own: Field, known: frozenset[str], shape: str) -> Iterator[str]:
    """Fields with ids of other documents. If ids are plain numbers, only fields with usual names are looked at."""
    is_number = fitting(shape, ["1", "12"]).part > 0
    usual = {*DEFAULT_REFERENCES, "supersedes"}
    others = [each for each in found.fields if each.name != own.name and (each.name in usual or not is_number)]
    others = [each for each in others if each.name.isprintable() and each.name]
    for each in others[:_MOST_REFERRING]:
        values = [text for value in each.column[:_MOST_LOOKED_AT] for text in _scalars(value)]
        meant = Share(sum(1 for value in values if value in known), len(values))
        if len(values) >= LEAST_EVIDENCE and meant.is_at_least(REFERENCE_SHARE):
            yield each.name


def _scalars(value: Plain) -> list[str]:
    items = value if isinstance(value, list) else [value]
    return [each for item in items if (each := _text(item))]


class Names(NamedTuple):
    """The pattern of file names, and how many folders have an index page of each usual name."""

    pattern: str
    indices: dict[str, int]


def names(found: Iterable[str]) -> Names:
    counts = Counter(found)
    usual = sorted(counts.keys() - set(DEFAULT_INDEX))
    sample = usual[:: len(usual) // _MOST_NAMES + 1]
    pages = sum(counts[name] for name in DEFAULT_INDEX)
    used = [name for name in DEFAULT_INDEX if Share(counts[name], pages).is_at_least(RARE_SHARE)]
    return Names(
        first_fitting(_PATTERNS, sample) or DEFAULT_FILENAME,
        {name: counts[name] for name in sorted(used, key=lambda each: (-counts[each], each))},
    )


def first_fitting(patterns: Sequence[str], texts: Collection[str], share: float = NEARLY_ALL) -> str | None:
    """The first of the patterns that nearly all of the texts fit."""
    for pattern in patterns:
        if fitting(pattern, texts).is_at_least(share):
            return pattern
    return None


def fitting(pattern: str, texts: Collection[str]) -> Share:
    fits = re.compile(pattern, re.ASCII).search
    return Share(sum(1 for each in texts if fits(each)), len(texts))


def common_shape(texts: Sequence[str]) -> str | None:
    """A pattern of letters, digits and the characters between them, as in the most frequent form of the texts."""
    ways: dict[tuple[str, ...], list[list[str]]] = {}
    for text in texts[:_MOST_TRIED]:
        pieces = _pieces(text)
        if len(pieces) <= _MOST_PIECES:
            ways.setdefault(tuple(_class(piece) for piece in pieces), []).append(pieces)
    if not ways:
        return None
    way, samples = max(ways.items(), key=lambda each: (len(each[1]), each[0]))
    columns = zip(*samples, strict=True)
    return "^" + "".join(_piece(kind, column) for kind, column in zip(way, columns, strict=True)) + "$"


def _pieces(text: str) -> list[str]:
    return ["".join(group) for _, group in groupby(text, key=_class_of)]


def _class(piece: str) -> str:
    kind = _class_of(piece[0])
    return kind if kind in {"upper", "lower", "digit"} else piece


def _class_of(character: str) -> str:
    if not character.isascii():
        return character
    if character.isdigit():
        return "digit"
    if character.isalpha():
        return "upper" if character.isupper() else "lower"
    return character


def _piece(kind: str, column: Iterable[str]) -> str:
    """The pattern of a piece: letters that are the same in all texts as they are, numbers with room to grow."""
    seen = set(column)
    named = dict(_CLASSES).get(kind)
    if named is None:
        return _SPECIAL.sub(r"\\\g<0>", kind)
    if len(seen) == 1 and kind != "digit":
        return next(iter(seen))
    lengths = sorted({len(each) for each in seen})
    if kind == "digit":
        return f"{named}{{{lengths[0]},}}" if lengths[0] > 1 else f"{named}+"
    return f"{named}{{{max(1, lengths[0] - _FREE)},{lengths[-1] + _FREE}}}"
