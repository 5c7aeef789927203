"""Judges front matter by what the author wrote, where YAML made something else of it.

YAML turns `2026-01-02` into a date and `1.10` into the number 1.1. Where a schema wants text and the written text is
what it asks for, the written text is judged. What a schema asks for, wherever in it that stands, is found by asking:
text that nothing would accept is put in the place, and what is said against it tells.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from copy import copy

from meminit.model.node import Mapped, Path, Plain, Scalar, at, plain, put, scalars
from meminit.schema.judge import Ask, RawBreach

DATE_FORMATS = frozenset({"date", "date-time"})
_OPTIONS = frozenset({"enum", "const"})
FORMS = _OPTIONS | {"pattern"}
_ALTERNATIVES = frozenset({"anyOf", "oneOf"})
NOTHING_ACCEPTS = "\N{OBJECT REPLACEMENT CHARACTER}"  # as often as the written text is long, since that may count
# JSON has no dates. What is said against most of these would be said against a date.
_FOR_A_DATE: tuple[Plain, ...] = (None, {}, [])
_MOST = 2


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
