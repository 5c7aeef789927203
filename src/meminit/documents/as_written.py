"""Judges front matter by what the author wrote, where YAML made something else of it.

YAML turns `2026-01-02` into a date and `1.10` into the number 1.1. Where a schema wants text and the written text is
what it asks for, the written text is judged. What a schema asks for, wherever in it that stands, is found by asking:
text that nothing would accept is put in the place, and what is said against it tells.
"""

from collections.abc import Iterator, Mapping

from meminit.model.node import Mapped, Path, Plain, Scalar, at, plain, put, scalars
from meminit.schema.breach import Judge, RawBreach

_DATE_FORMATS = frozenset({"date", "date-time"})
_OPTIONS = frozenset({"enum", "const"})
_FORMS = _OPTIONS | {"pattern"}
_ALTERNATIVES = frozenset({"anyOf", "oneOf"})
_NOTHING_ACCEPTS = "\N{MIDDLE DOT}\N{OBJECT REPLACEMENT CHARACTER}"


def judge_as_written(fields: Mapped, values: Plain, judge: Judge, id_path: Path) -> list[RawBreach]:
    """What is wrong with the values; those that are judged as they are written are put into `values`."""
    id_written = _id_as_written(fields, values, judge, id_path)
    turned = {path: each for path, each in scalars(fields) if each.kind != "text" and each.written}
    if id_written:
        turned.pop(id_path)
    dates = {path: each for path, each in turned.items() if each.kind == "date"}
    for path in dates:
        put(values, path, None)  # JSON has no dates: whatever a schema says of nothing, it would say of a date
    raw = judge(values)
    refused = {each.path for each in raw}
    for path, scalar in dates.items():
        if path not in refused:
            put(values, path, scalar.written)
    rewritten = _rewritten(values, {path: turned[path] for path in _wanting_text(raw) if path in turned}, judge)
    for path, text in rewritten.items():
        put(values, path, text)
    return judge(values) if rewritten or dates else raw


def _id_as_written(fields: Mapped, values: Plain, judge: Judge, id_path: Path) -> bool:
    """An id is always what is written, even if YAML reads a number; unless a schema wants just that."""
    node = at(fields, id_path) if id_path else None
    if not isinstance(node, Scalar) or node.kind in {"text", "null"}:
        return False
    put(values, id_path, node.written)
    if any(each.path == id_path and each.keyword == "type" for each in judge(values)):
        put(values, id_path, plain(node))
        return False
    return True


def _wanting_text(raw: list[RawBreach]) -> Iterator[Path]:
    """The places where text, or one of several options, would have been better than what is there."""
    for breach in raw:
        for reason in breach.leaves():
            if reason.keyword in _OPTIONS or (reason.keyword == "type" and "string" in _texts(reason.demand)):
                yield reason.path


def _rewritten(values: Plain, wanting: Mapping[Path, Scalar], judge: Judge) -> dict[Path, str]:
    """The text to judge in place of what YAML made of it, where that is what a schema asks for."""
    if not wanting:
        return {}
    asked = _said_of(values, dict.fromkeys(wanting, _NOTHING_ACCEPTS), judge)
    refused = _said_of(values, {path: scalar.written for path, scalar in wanting.items()}, judge)
    for path, scalar in wanting.items():
        put(values, path, None if scalar.kind == "date" else plain(scalar))
    chosen = {
        path: _written_instead(path, scalar, asked.get(path, []), refused.get(path, []))
        for path, scalar in wanting.items()
    }
    return {path: text for path, text in chosen.items() if text is not None}


def _said_of(values: Plain, texts: Mapping[Path, str], judge: Judge) -> dict[Path, list[RawBreach]]:
    """What is said against texts, by their places, when they stand there."""
    for path, text in texts.items():
        put(values, path, text)
    said: dict[Path, list[RawBreach]] = {}
    for breach in judge(values):
        for reason in breach.leaves():
            said.setdefault(reason.path, []).append(reason)
    return said


def _written_instead(path: Path, scalar: Scalar, asked: list[RawBreach], refused: list[RawBreach]) -> str | None:
    """What the author wrote, if it is what is asked for; None when YAML's reading stands."""
    forms = {each.keyword for each in asked} & (_OPTIONS if scalar.kind == "null" else _FORMS)
    if forms and not any(each.keyword in _FORMS | _ALTERNATIVES for each in refused):
        return scalar.written
    if scalar.kind == "date" and any(each.keyword == "format" and each.demand in _DATE_FORMATS for each in asked):
        return scalar.written
    name = next((step for step in reversed(path) if isinstance(step, str)), "")
    if scalar.kind != "null" and (name == "version" or name.endswith("_version")):
        is_whole = scalar.written.isascii() and scalar.written.isdecimal()
        return f"{scalar.written}.0" if is_whole else scalar.written
    return None


def _texts(demand: object) -> list[str]:
    return [str(each) for each in demand] if isinstance(demand, list) else [str(demand)]
