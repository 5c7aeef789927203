"""Finds the values of front matter that lead elsewhere, as schemas say of them: paths and ids of documents."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.model.document import Reference
from meminit.model.link import Link
from meminit.model.node import Mapped, Path, Scalar, dotted, is_blank
from meminit.schema.formats import Format, values
from meminit.schema.loading import Schema


class Pointed(NamedTuple):
    """The paths and ids to which schemas say that values of the front matter lead."""

    links: tuple[Link, ...] = ()
    references: tuple[Reference, ...] = ()


NOWHERE = Pointed()


def pointed(fields: Mapped, schemas: tuple[Schema, ...]) -> Pointed:
    marked = [schema for schema in schemas if schema.marks]
    if not marked:
        return NOWHERE
    pointing = _pointing(fields, marked)
    return Pointed(
        tuple(Link(each.written, "field", each.line, each.column) for each in pointing["doc-path"].values()),
        tuple(Reference(dotted(path), each) for path, each in pointing["doc-id"].items()),
    )


def _pointing(fields: Mapped, schemas: Iterable[Schema]) -> Mapping[Format, Mapping[Path, Scalar]]:
    """The values that a schema says are paths or ids of other documents; blank ones are for other rules."""
    found: dict[Format, dict[Path, Scalar]] = {"doc-path": {}, "doc-id": {}}
    for schema in schemas:
        for mark in schema.marks:
            for path, scalar in values(fields, mark.steps):
                if not is_blank(scalar) and (scalar.kind == "text" or mark.format == "doc-id"):
                    found[mark.format].setdefault(path, scalar)
    return found
