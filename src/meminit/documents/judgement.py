"""Reads front matter by its schemas: how it breaks them, and which of its values are paths or ids of documents."""

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Literal, NamedTuple

from meminit.documents.as_written import judge_as_written, plainly_valid
from meminit.model.document import Breach, Reference
from meminit.model.link import Link
from meminit.model.node import (
    Mapped,
    Node,
    Path,
    Plain,
    Scalar,
    at,
    at_plain,
    dotted,
    is_blank,
    plain,
    put,
    scalars,
    without_blanks,
)
from meminit.schema.fields import Format, FormatTree, values
from meminit.schema.judge import RawBreach
from meminit.schema.loading import Schema
from meminit.schema.phrases import phrase, shown_node
from meminit.words import MOST_HINTS, did_you_mean, nearest

_MOST_MISSING = 100  # fields that are reported of one document
_UNEXPECTED = frozenset({"additionalProperties", "unevaluatedProperties"})


def judged(fields: Mapped, closing_line: int, schemas: tuple[Schema, ...], id_field: str) -> tuple[Breach, ...]:
    """Every breach of any of the schemas, one for each field and rule."""
    if plainly_valid(schemas, id_field).accepts(fields):
        return ()
    return judged_at_length(fields, closing_line, schemas, id_field)


def judged_at_length(
    fields: Mapped, closing_line: int, schemas: tuple[Schema, ...], id_field: str
) -> tuple[Breach, ...]:
    """The same, whether or not anything is wrong; `judged` merely saves it where it would come to nothing."""
    found: dict[tuple[str, Path, str], Breach] = {}
    for breach in _Judgement(fields, closing_line, schemas, id_field).breaches():
        key = (breach.kind, breach.path, breach.keyword if breach.kind == "invalid" else "")
        found.setdefault(key, breach)
    _leave_out(found, [key for key, each in found.items() if each.kind == "missing"])
    id_node = fields.entries.get(id_field) if id_field else None
    if id_node and is_blank(id_node.node):
        found.setdefault(("empty", (id_field,), ""), _empty((id_field,), id_node.node))
    return tuple(found.values())


def _leave_out(found: dict[tuple[str, Path, str], Breach], missing: list[tuple[str, Path, str]]) -> None:
    """Thousands of documents may lack thousands of fields; some are reported of each, with the number of others."""
    more = len(missing) - _MOST_MISSING
    if more > 0:
        last = missing[_MOST_MISSING - 1]
        found[last] = found[last]._replace(words=f" and {more} more")
        for key in missing[_MOST_MISSING:]:
            del found[key]


def _empty(path: Path, node: Node) -> Breach:
    return Breach("empty", path, "", "", node.line, node.column)


class _Judgement:
    def __init__(self, fields: Mapped, closing_line: int, schemas: tuple[Schema, ...], id_field: str) -> None:
        self._fields = fields
        self._closing_line = closing_line
        self._schemas = schemas
        self._id_path: Path = (id_field,) if id_field else ()
        self._values = plain(fields)
        self._told = 0

    def breaches(self) -> Iterator[Breach]:
        values = self._values
        raw = judge_as_written(self._fields, values, self._judge, self._id_path)
        raw += self._endless(values)
        empty = set()
        for each in raw:
            for breach in self._classified(each):
                if breach.kind == "empty":
                    empty.add(breach.path)
                yield breach
        for path, scalar in self._blanks_that_are_required(values):
            if path not in empty:
                yield _empty(path, scalar)

    def _judge(self, values: object) -> list[RawBreach]:
        return [breach for schema in self._schemas for breach in schema.judge(values)]

    def _endless(self, values: Plain) -> list[RawBreach]:
        """Infinity is judged as the largest number, which is a whole one; what wants a whole one must not take it."""
        endless = {
            path: scalar
            for path, scalar in scalars(self._fields)
            if isinstance(scalar.value, float)
            and not isfinite(scalar.value)
            and at_plain(values, path) != scalar.written
        }
        if not endless:
            return []
        for path in endless:
            put(values, path, 0.5)
        raw = [each for each in self._judge(values) if each.path in endless and each.keyword == "type"]
        for path, scalar in endless.items():
            put(values, path, plain(scalar))
        return raw

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
        judged = at_plain(self._values, raw.path)
        as_text = isinstance(judged, str) and isinstance(node, Scalar) and node.kind != "date"
        value = shown_node(node, as_text=as_text)._replace(whole=judged)
        words = phrase(raw, value if self._may_guess() else value._replace(said=""))
        return Breach(kind, raw.path, raw.keyword, words, node.line, node.column)

    def _unknown(self, path: Path, raw: RawBreach) -> Breach:
        properties = raw.schema.get("properties")
        known = set(properties) if isinstance(properties, Mapping) else set()
        if len(path) == 1:
            known.update(*(schema.names for schema in self._schemas))
        name = str(path[-1])
        known.discard(name)
        line, column = self._key(at(self._fields, raw.path), name)
        meant = nearest(name, known) if self._may_guess() else None
        return Breach("unknown", path, raw.keyword, did_you_mean(meant), line, column)

    def _may_guess(self) -> bool:
        self._told += 1
        return self._told <= MOST_HINTS

    def _key(self, parent: Node | None, name: str) -> tuple[int, int]:
        """Where a key stands."""
        entry = parent.entries.get(name) if isinstance(parent, Mapped) else None
        return (entry.line, entry.column) if entry else (self._fields.line, self._fields.column)

    def _blanks_that_are_required(self, values: Plain) -> Iterator[tuple[Path, Scalar]]:
        """Blank text is as good as nothing: what would be missed without it is empty."""
        blanks = {path: each for path, each in scalars(self._fields) if each.kind == "text" and is_blank(each)}
        if not blanks:
            return
        breaches = self._judge(without_blanks(values))
        missed = {(*each.path, each.demand) for each in breaches if each.keyword == "required"}
        yield from ((path, scalar) for path, scalar in blanks.items() if path in missed)


class Pointed(NamedTuple):
    """The paths and ids to which schemas say that values of the front matter lead."""

    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()


NOWHERE = Pointed()


def pointed(fields: Mapped, schemas: tuple[Schema, ...]) -> Pointed:
    marked = [(schema, schema.formats) for schema in schemas if schema.formats]
    if not marked:
        return NOWHERE
    as_json = plain(fields)
    # What is too much for a schema to judge is reported elsewhere; it is too much to search, too.
    pointing = _pointing(fields, [formats for schema, formats in marked if schema.judge.answers(as_json)])
    return Pointed(
        tuple(Link(each.written, "field", each.line, each.column) for _, each in pointing["doc-path"]),
        tuple(Reference(dotted(path), each) for path, each in pointing["doc-id"]),
    )


def _pointing(fields: Mapped, every: Iterable[FormatTree]) -> Mapping[Format, list[tuple[Path, Scalar]]]:
    """The values that a schema says are paths or ids of other documents, as they stand in the front matter.

    Blank ones are for other rules.
    """
    found: dict[Format, dict[Path, Scalar]] = {"doc-path": {}, "doc-id": {}}
    for formats in every:
        for name, path, scalar in values(formats, [((), fields)]):
            if not is_blank(scalar) and (scalar.kind == "text" or name == "doc-id"):
                found[name][path] = scalar
    return {name: sorted(each.items(), key=lambda pair: (pair[1].line, pair[1].column)) for name, each in found.items()}
