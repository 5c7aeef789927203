"""Judges front matter by what the author wrote, where YAML made something else of it.

YAML turns `2026-01-02` into a date and `1.10` into the number 1.1. Where a schema wants text and the written text is
what it asks for, the written text is judged. What a schema asks for is found by asking: text that nothing would accept
is put in the place, and the breaches then show what would.

Most documents are right, and to judge them so at length costs a good part of a run. `PlainlyValid` sees that front
matter is right with one call of the judge, where one call settles it.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from copy import copy
from functools import lru_cache
from math import isfinite

from meminit.model.node import (
    Entry,
    Mapped,
    Node,
    Path,
    Plain,
    Scalar,
    at,
    is_blank,
    leaves,
    plain,
    put,
    scalars,
    without_blanks,
)
from meminit.schema.fields import entangled
from meminit.schema.judge import Ask, RawBreach
from meminit.schema.loading import Schema

DATE_FORMATS = frozenset({"date", "date-time"})
_OPTIONS = frozenset({"enum", "const"})
FORMS = _OPTIONS | {"pattern"}
_ALTERNATIVES = frozenset({"anyOf", "oneOf"})
NOTHING_ACCEPTS = "\N{OBJECT REPLACEMENT CHARACTER}"  # as often as the written text is long, since that may count
# JSON has no dates. What is said against most of these would be said against a date.
_FOR_A_DATE: tuple[Plain, ...] = (None, {}, [])
_MOST = 2
_MOST_KEPT = 10_000


def judge_as_written(fields: Mapped, values: Plain, judge: Ask, id_path: Path) -> list[RawBreach]:
    """What is wrong with the values; those that are judged as they are written are put into `values`."""
    id_written = _id_as_written(fields, values, judge, id_path)
    turned = {path: each for path, each in scalars(fields) if each.kind != "text" and each.written}
    if id_written:
        turned.pop(id_path)
    dates = {path: each for path, each in turned.items() if each.kind == "date"}
    raw = against_dates(values, dates, judge)
    text_wanted = set(_wanting(raw, frozenset({"type"})))
    wanting = {path: turned[path] for path in {*dates, *text_wanted, *_wanting(raw, _OPTIONS)} if path in turned}
    rewritten = _rewritten(values, wanting, text_wanted, judge)
    for path, scalar in wanting.items():
        put(values, path, rewritten.get(path, plain(scalar)))
    if not rewritten:
        return raw
    return against_dates(values, {path: each for path, each in dates.items() if path not in rewritten}, judge)


def _id_as_written(fields: Mapped, values: Plain, judge: Ask, id_path: Path) -> bool:
    """An id is always what is written, even if YAML reads a number; unless a schema wants just that."""
    node = at(fields, id_path) if id_path else None
    if not isinstance(node, Scalar) or node.kind in {"text", "null"}:
        return False
    put(values, id_path, node.written)
    if any(each.path == id_path and each.keyword == "type" for each in judge(values)):
        put(values, id_path, plain(node))
        return False
    return True


def against_dates(values: Plain, dates: Mapping[Path, Scalar], judge: Ask) -> list[RawBreach]:
    """What is wrong with the values, with something else in the place of each date."""
    if not dates:
        return judge(values)
    votes: dict[tuple[Path, str, str], list[RawBreach]] = {}
    for stand_in in _FOR_A_DATE:
        for path in dates:
            put(values, path, copy(stand_in))
        said = {(each.path, each.keyword, str(each.demand)): each for each in judge(values)}
        for key, breach in said.items():
            votes.setdefault(key, []).append(breach)
    for path, scalar in dates.items():
        put(values, path, plain(scalar))
    return [breaches[0] for breaches in votes.values() if len(breaches) >= _MOST]


def _wanting(raw: list[RawBreach], keywords: frozenset[str]) -> Iterator[Path]:
    """The places where text, or one of several options, would have been better than what is there."""
    for breach in raw:
        for reason in breach.leaves():
            if reason.keyword in keywords and (reason.keyword != "type" or "string" in _texts(reason.demand)):
                yield reason.path


def _rewritten(
    values: Plain, wanting: Mapping[Path, Scalar], text_wanted: AbstractSet[Path], judge: Ask
) -> dict[Path, str]:
    """The text to judge in place of what YAML made of it, where that is what a schema asks for."""
    if not wanting:
        return {}
    impossible = {path: NOTHING_ACCEPTS * len(scalar.written) for path, scalar in wanting.items()}
    asked = said_of(values, impossible, judge)
    refused = said_of(values, {path: scalar.written for path, scalar in wanting.items()}, judge)
    chosen = {
        path: _written_instead(scalar, asked.get(path, []), refused.get(path, [])) for path, scalar in wanting.items()
    }
    for path in text_wanted & wanting.keys():
        chosen[path] = chosen[path] or _version(path, wanting[path])
    return {path: text for path, text in chosen.items() if text is not None}


def said_of(values: Plain, texts: Mapping[Path, str], judge: Ask) -> dict[Path, list[RawBreach]]:
    """What is said against texts, by their places, when they stand there."""
    for path, text in texts.items():
        put(values, path, text)
    said: dict[Path, list[RawBreach]] = {}
    for breach in judge(values):
        for reason in breach.leaves():
            said.setdefault(reason.path, []).append(reason)
    return said


def _written_instead(scalar: Scalar, asked: list[RawBreach], refused: list[RawBreach]) -> str | None:
    """What the author wrote, if it is what is asked for; None when YAML's reading stands."""
    forms = {each.keyword for each in asked} & (_OPTIONS if scalar.kind == "null" else FORMS)
    fits = forms and not any(each.keyword in FORMS | _ALTERNATIVES for each in refused)
    asks_for_date = any(each.keyword == "format" and each.demand in DATE_FORMATS for each in asked)
    return scalar.written if fits or (scalar.kind == "date" and asks_for_date) else None


def _version(path: Path, scalar: Scalar) -> str | None:
    """Versions are text, and a whole number is one with a zero to come."""
    name = path[-1]
    if scalar.kind == "null" or not isinstance(name, str) or not (name == "version" or name.endswith("_version")):
        return None
    return f"{scalar.written}.0" if scalar.written.isascii() and scalar.written.isdecimal() else scalar.written


def _texts(demand: object) -> list[str]:
    return [str(each) for each in demand] if isinstance(demand, list) else [str(demand)]


class PlainlyValid:
    """Knows the schemas of a document, and what became of values of their fields."""

    def __init__(self, schemas: tuple[Schema, ...], id_field: str) -> None:
        self._judges = [schema.judge for schema in schemas]
        self._id_field = id_field
        ties = [entangled(schema.document) if schema.is_small else None for schema in schemas]
        self._tied = None if None in ties else {field for tie in ties for field in tie or ()}
        self._texts: dict[tuple[str, str, str], str | None] = {}  # the text that is judged; None for the value itself
        self._dates: dict[tuple[str, int], bool] = {}  # whether dates of this length may stand as their text

    def accepts(self, fields: Mapped) -> bool:
        """Whether nothing is wrong for certain; if not, the fields must be judged at length."""
        values: dict[str, Plain] = {}
        has_blanks = False
        for key, entry in fields.entries.items():
            node = entry.node
            if isinstance(node, Scalar) and node.kind == "text":
                text = values[key] = node.written
                has_blanks = has_blanks or not text or text.isspace()
            elif not self._put(values, key, node):
                return False
        if "" in values:  # the judge leaves such a key out of its paths, so that they may be about any field
            return False
        right = self._hold(values) or (self._can_find(values, fields) and self._hold(values))
        return right and (not has_blanks or self._may_be_blank(values))

    def _hold(self, values: Plain) -> bool:
        return all(judge.accepts(values) for judge in self._judges)

    def _may_be_blank(self, values: dict[str, Plain]) -> bool:
        """Whether blank text is as good as nothing: a schema must not ask for it, and an id never is."""
        id_text = values.get(self._id_field)
        has_id = not isinstance(id_text, str) or bool(id_text.strip())
        return has_id and self._hold(without_blanks(values))

    def _put(self, values: dict[str, Plain], key: str, node: Node) -> bool:
        """Puts what is judged in the end, as far as it is known; False where one call of the judge cannot settle it."""
        if not isinstance(node, Scalar):
            values[key] = plain(node)
            return not any(map(_is_special, leaves(node)))
        if key == self._id_field:
            values[key] = node.written
            return node.kind != "null"
        if node.kind == "date":
            values[key] = node.written
            return self._is_text(key, node)
        text = self._texts.get((key, node.kind, node.written))
        values[key] = node.value if text is None else text
        return not _is_endless(node)

    def _is_text(self, key: str, date: Scalar) -> bool:
        """Whether nothing is said against a date whose text is right."""
        place = (key, len(date.written))
        if place not in self._dates and len(self._dates) < _MOST_KEPT:
            self._dates[place] = self._is_free(key) and self._takes_dates(key, date)
        return self._dates.get(place, False)

    def _takes_dates(self, key: str, date: Scalar) -> bool:
        alone: dict[str, Plain] = {key: date.written}
        asked = said_of(alone, {(key,): NOTHING_ACCEPTS * len(date.written)}, self._judge).get((key,), [])
        if any(each.keyword in FORMS or (each.keyword == "format" and each.demand in DATE_FORMATS) for each in asked):
            return True
        return not any(each.path[:1] == (key,) for each in against_dates(alone, {(key,): date}, self._judge))

    def _can_find(self, values: dict[str, Plain], fields: Mapped) -> bool:
        """Each field is judged by itself then, which must not cost more than all of them together."""
        return all(judge.answers(values) for judge in self._judges) and self._find_texts(values, fields)

    def _find_texts(self, values: dict[str, Plain], fields: Mapped) -> bool:
        """Puts the texts that are judged in the place of values not met before; whether there are any."""
        found = False
        for key, entry in fields.entries.items():
            node = entry.node
            if not isinstance(node, Scalar) or node.kind in {"text", "date"} or key == self._id_field:
                continue
            place = (key, node.kind, node.written)
            if place not in self._texts and len(self._texts) < _MOST_KEPT:
                text = self._texts[place] = self._text(key, entry) if self._is_free(key) else None
                values[key] = node.value if text is None else text
                found = found or text is not None
        return found

    def _text(self, key: str, entry: Entry) -> str | None:
        alone: dict[str, Plain] = {key: plain(entry.node)}
        judge_as_written(Mapped({key: entry}, 1, 1), alone, self._judge, ())
        text = alone[key]
        return text if isinstance(text, str) else None

    def _judge(self, values: object) -> list[RawBreach]:
        return [breach for judge in self._judges for breach in judge(values)]

    def _is_free(self, key: str) -> bool:
        """Whether the breaches of the field depend on its value alone. The judge confuses keys that are numbers."""
        return self._tied is not None and key not in self._tied and not key.lstrip("+").isdecimal()


@lru_cache(maxsize=256)
def plainly_valid(schemas: tuple[Schema, ...], id_field: str) -> PlainlyValid:
    return PlainlyValid(schemas, id_field)


def _is_special(scalar: Scalar) -> bool:
    return scalar.kind == "date" or (scalar.kind == "text" and is_blank(scalar)) or _is_endless(scalar)


def _is_endless(scalar: Scalar) -> bool:
    return isinstance(scalar.value, float) and not isfinite(scalar.value)
