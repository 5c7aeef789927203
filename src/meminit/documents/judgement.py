"""Judges front matter by its schema, once for all field rules, and by what the author wrote rather than what YAML read.

YAML turns `2026-01-02` into a date and `1.10` into the number 1.1. Where a schema wants text and the written text is
what it asks for, the written text is judged.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from meminit.model.document import Breach
from meminit.model.node import Mapped, Node, Path, Plain, Scalar, at, at_plain, is_blank, plain, scalars
from meminit.schema.breach import RawBreach, Uncompilable
from meminit.schema.loading import Schema
from meminit.schema.phrases import phrase, shown_node
from meminit.schema.regex import searcher
from meminit.words import hint, nearest

_UNEXPECTED = frozenset({"additionalProperties", "unevaluatedProperties"})
_DATE_FORMATS = frozenset({"date", "date-time"})


def judged(fields: Mapped, closing_line: int, schemas: tuple[Schema, ...], id_field: str) -> tuple[Breach, ...]:
    """Every breach of any of the schemas, one for each field and rule, in the order of the text."""
    found: dict[tuple[str, Path, str], Breach] = {}
    for schema in schemas:
        for breach in _Judgement(fields, closing_line, schema, id_field).breaches():
            key = (breach.kind, breach.path, breach.keyword if breach.kind == "invalid" else "")
            found.setdefault(key, breach)
    id_node = fields.entries.get(id_field)
    if id_node and is_blank(id_node.node):
        found.setdefault(("empty", (id_field,), ""), _empty((id_field,), id_node.node))
    return tuple(found.values())


def _empty(path: Path, node: Node) -> Breach:
    return Breach("empty", path, "", "", node.line, node.column)


class _Judgement:
    def __init__(self, fields: Mapped, closing_line: int, schema: Schema, id_field: str) -> None:
        self._fields = fields
        self._closing_line = closing_line
        self._schema = schema
        self._id_path: Path = (id_field,)

    def breaches(self) -> Iterator[Breach]:
        values = plain(self._fields)
        raw = self._judge_as_written(values)
        empty = set()
        for each in raw:
            for breach in self._classified(each):
                if breach.kind == "empty":
                    empty.add(breach.path)
                yield breach
        yield from self._id_as_written(values)
        for path, scalar in self._blanks_that_are_required(values):
            if path not in empty:
                yield _empty(path, scalar)

    def _judge_as_written(self, values: Plain) -> list[RawBreach]:
        """Judges what YAML read; where that is refused and the written text would do, judges the written text."""
        turned = {path: each for path, each in scalars(self._fields) if each.kind != "text" and each.written}
        dates = {path: each for path, each in turned.items() if each.kind == "date"}
        for path in dates:
            _put(values, path, None)  # JSON has no dates: whatever a schema says of nothing, it would say of a date
        raw = self._schema.judge(values)
        refused = {each.path for each in raw}
        for path, scalar in dates.items():
            if path not in refused:
                _put(values, path, scalar.written)
        rewritten = dict(_rewritten(raw, turned))
        for path, text in rewritten.items():
            _put(values, path, text)
        return self._schema.judge(values) if rewritten or dates else raw

    def _id_as_written(self, values: Plain) -> Iterator[Breach]:
        """An id is matched on what is written, also where YAML reads a number and the schema wants text."""
        node = at(self._fields, self._id_path)
        if (
            not isinstance(node, Scalar)
            or node.kind in {"text", "null"}
            or at_plain(values, self._id_path) == node.written
        ):
            return
        _put(values, self._id_path, node.written)
        for raw in self._schema.judge(values):
            if raw.path == self._id_path and raw.keyword == "pattern":
                yield self._wrong(raw)

    def _classified(self, raw: RawBreach) -> Iterator[Breach]:
        if raw.keyword == "required":
            path = (*raw.path, str(raw.demand))
            yield Breach("missing", path, "required", "", self._closing_line, None)
        elif raw.keyword in _UNEXPECTED and isinstance(raw.demand, list):
            for key in raw.demand:
                yield self._unknown((*raw.path, str(key)), raw)
        else:
            yield self._wrong(raw)

    def _wrong(self, raw: RawBreach) -> Breach:
        node = at(self._fields, raw.path) or self._fields
        if is_blank(node):
            return _empty(raw.path, node)
        if raw.keyword == "propertyNames":
            name = str(raw.demand)
            words = phrase(raw, shown_node(node))
            return Breach("invalid", (*raw.path, name), raw.keyword, words, *self._key(node, name))
        kind: Literal["id", "invalid"] = "id" if raw.path == self._id_path and raw.keyword == "pattern" else "invalid"
        return Breach(kind, raw.path, raw.keyword, phrase(raw, shown_node(node)), node.line, node.column)

    def _unknown(self, path: Path, raw: RawBreach) -> Breach:
        properties = raw.schema.get("properties")
        known = set(properties) if isinstance(properties, Mapping) else set()
        known |= self._schema.names if len(path) == 1 else set()
        name = str(path[-1])
        known.discard(name)
        line, column = self._key(at(self._fields, raw.path), name)
        return Breach("unknown", path, raw.keyword, hint(nearest(name, known)), line, column)

    def _key(self, parent: Node | None, name: str) -> tuple[int, int]:
        """Where a key stands."""
        entry = parent.entries.get(name) if isinstance(parent, Mapped) else None
        return (entry.line, entry.column) if entry else (self._fields.line, self._fields.column)

    def _blanks_that_are_required(self, values: Plain) -> Iterator[tuple[Path, Scalar]]:
        """Blank text is as good as nothing: what would be missed without it is empty."""
        blanks = {path: each for path, each in scalars(self._fields) if each.kind == "text" and is_blank(each)}
        if not blanks:
            return
        breaches = self._schema.judge(_without_blanks(values))
        missed = {(*each.path, each.demand) for each in breaches if each.keyword == "required"}
        yield from ((path, scalar) for path, scalar in blanks.items() if path in missed)


def _rewritten(raw: list[RawBreach], turned: Mapping[Path, Scalar]) -> Iterator[tuple[Path, str]]:
    for breach in raw:
        for reason in breach.leaves():
            scalar = turned.get(reason.path)
            text = _written_instead(reason, scalar) if scalar else None
            if text is not None:
                yield reason.path, text


def _written_instead(reason: RawBreach, scalar: Scalar) -> str | None:
    """The text to judge in place of what YAML made of it; None when YAML's reading stands."""
    written, schema = scalar.written, reason.schema
    if written in _options(schema) or (written in _options({reason.keyword: reason.demand})):
        return written
    wants_text = reason.keyword == "type" and "string" in _texts(reason.demand)
    if not wants_text or scalar.kind == "null":
        return None
    if scalar.kind == "date" and schema.get("format") in _DATE_FORMATS:
        return written
    if isinstance(pattern := schema.get("pattern"), str) and _fits(pattern, written):
        return written
    name = next((step for step in reversed(reason.path) if isinstance(step, str)), "")
    if name == "version" or name.endswith("_version"):
        return f"{written}.0" if written.isascii() and written.isdecimal() else written
    return None


def _options(schema: Mapping[str, object]) -> list[object]:
    options = schema.get("enum", [])
    return [*(options if isinstance(options, list) else []), *([schema["const"]] if "const" in schema else [])]


def _texts(demand: object) -> list[str]:
    return [str(each) for each in demand] if isinstance(demand, list) else [str(demand)]


def _fits(pattern: str, text: str) -> bool:
    try:
        return searcher(pattern)(text)
    except Uncompilable:
        return False


def _put(values: Plain, path: Path, value: Plain) -> None:
    here = at_plain(values, path[:-1])
    here[path[-1]] = value  # type: ignore[index]  # the path was taken from the very tree


def _without_blanks(values: Plain) -> Plain:
    """A copy that lacks every key whose value is blank text; lists keep their length, and so their paths."""
    if isinstance(values, dict):
        return {key: _without_blanks(value) for key, value in values.items() if not _is_blank_text(value)}
    return [_without_blanks(value) for value in values] if isinstance(values, list) else values


def _is_blank_text(value: Plain) -> bool:
    return isinstance(value, str) and not value.strip()
