"""Finds the values of front matter that lead elsewhere, as schemas say of them: paths and ids of documents."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.model.document import Reference
from meminit.model.link import Link
from meminit.model.node import Mapped, Path, Scalar, dotted, is_blank, plain
from meminit.schema.formats import Format, FormatTree, values
from meminit.schema.loading import Schema


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
    # What is too much for a schema to judge, which the document is told, is too much to look for in it.
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
