"""Takes from what is known of a document whatever may mention other documents."""

from collections.abc import Collection
from typing import NamedTuple

import orjson

from meminit.linking.questions import asking
from meminit.model.document import Document


class Mentioning(NamedTuple):
    """What may mention other documents, in plain tuples, since there may be a hundred thousand of them.

    Values by their fields, what is written and where; links by what they ask, where they are and what is written.
    """

    values: list[tuple[str, str, int, int]]
    links: list[tuple[str, int, int | None, str]]


def mentioning(details: bytes, names: Collection[str]) -> Mentioning:
    """The fields of these names may hold ids, and so may what a schema marks."""
    fields, _, links, questions, references = orjson.loads(details)
    values = {(line, column): (name, written) for name, (written, line, column) in references}
    named = ((name, each) for name in names for each in fields.get(name, ()))
    values |= {(line, column): (name, written) for name, (written, line, column) in named}
    asked = [
        (question, line, column, spot[2] if spot else target)
        for question, (target, _, line, column, spot) in zip(questions, links, strict=True)
        if question
    ]
    return Mentioning([(*told, *place) for place, told in sorted(values.items())], asked)


def mentioning_of(document: Document, names: Collection[str]) -> Mentioning:
    """The same of a document whose details no card can hold."""
    here = asking(document.file.rpartition("/")[0])
    values = [
        (each.value.line, each.value.column, each.field, each.value.written) for each in document.referring(names)
    ]
    asked = [(here.of(each, document.anchors or ()), each) for each in document.links]
    return Mentioning(
        [(name, written, line, column) for line, column, name, written in sorted(values)],
        [(question, each.line, each.column, each.written) for question, each in asked if question],
    )
