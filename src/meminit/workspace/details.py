"""What the summary of a document keeps for rules across documents and for the graph.

First there are lookups of other documents, in the order of their lines, then values with their places, and last the
edge that each lookup makes where it leads to a document: there may be a hundred thousand of them.
"""

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

import orjson

from meminit import as_json
from meminit.as_json import BETWEEN
from meminit.cache.sealing import opened, sealed
from meminit.linking.targets import lookups_in, of_id, without_fragment
from meminit.model.document import Placed, Reference
from meminit.model.link import Link, LinkKind, TargetPlace
from meminit.model.node import Scalar
from meminit.model.summary import Buffer
from meminit.workspace import encoded

# What the edge of a link leaves out: the target where that is not what is written, the kind, and the place.
_Rest: TypeAlias = tuple[str | None, LinkKind, tuple[int, int] | None]


class Kept(NamedTuple):
    """Values with their places; links that make no lookup are left out."""

    fields: Mapping[str, tuple[Scalar, ...]]
    document_id: Scalar | None
    links: tuple[Link, ...]
    references: tuple[Reference, ...]


class Mentioning(NamedTuple):
    """What may mention other documents, in the order of lines: lookups, and their edges as written by `encoded`."""

    lookups: list[str]
    edges: bytes


class _Made(NamedTuple):
    """One place: the lookup, the edge that it makes, and the parts of a link that the edge leaves out."""

    line: int
    lookup: str
    edge: dict[str, object]
    link: _Rest | None = None


def written(document: Placed, fields: Collection[str], naming: Collection[str]) -> bytes | None:
    """The values of these fields, and of those that refer to other documents.

    None for what JSON cannot carry, such as text that cannot be encoded.
    """
    metadata = document.metadata
    kept = {name: texts for name in fields if (texts := [_place(each) for each in metadata.texts(name)])}
    references = [(each.field, _place(each.value)) for each in metadata.references]
    made = _made(document, naming)
    links = [each.link for each in made] if any(each.link for each in made) else []
    facts = (kept, metadata.document_id and _place(metadata.document_id), links, references)
    try:
        first = as_json.in_turn(([each.lookup for each in made], facts), orjson.dumps)
        return sealed(first + BETWEEN + encoded.edges([each.edge for each in made], is_strict=True))
    except TypeError:
        return None


def kept(details: Buffer, names: Collection[str]) -> Kept:
    """`names` are the fields that were kept, including those that the document does not have."""
    lookups, facts, edges = opened(details).split(BETWEEN, 2)
    fields, document_id, links, references = orjson.loads(facts)
    places = encoded.read_edges(edges, len(orjson.loads(lookups))) if links else []
    return Kept(
        {name: tuple(map(_scalar, fields.get(name, ()))) for name in names},
        _scalar(document_id) if document_id else None,
        tuple(_link(rest, place) for rest, place in zip(links, places, strict=True) if rest),
        tuple(Reference(field, _scalar(value)) for field, value in references),
    )


def kept_of(document: Placed, names: Collection[str]) -> Kept:
    """The same of a document whose details JSON cannot carry."""
    metadata = document.metadata
    values = {name: metadata.texts(name) for name in names}
    return Kept(values, metadata.document_id, document.links, metadata.references)


def mentioning(details: Buffer) -> Mentioning:
    lookups, _, edges = opened(details).split(BETWEEN, 2)
    return Mentioning(orjson.loads(lookups), edges)


def mentioning_of(document: Placed, naming: Collection[str]) -> Mentioning:
    """The same of a document whose details JSON cannot carry."""
    made = _made(document, naming)
    return Mentioning([each.lookup for each in made], encoded.edges([each.edge for each in made]))


def _made(document: Placed, naming: Collection[str]) -> list[_Made]:
    """Ids are in the fields of these names, and where a schema marks them. All are in the order of their lines."""
    metadata = document.metadata
    own, path = metadata.known_id or metadata.path, metadata.path
    here = lookups_in(metadata.file.rpartition("/")[0])
    referring = sorted(metadata.referring(naming), key=lambda each: (each.value.line, each.value.column))
    made = [
        _Made(each.value.line, of_id(each.value.written), encoded.edge(own, path, _by_id(each.value), each.field))
        for each in referring
    ]
    for link in document.links:
        lookup = here.of(link, document.anchors)
        if lookup:
            edge = encoded.edge(own, path, _written_at(link.written, link.line, link.column))
            made.append(_Made(link.line, without_fragment(lookup), edge, _rest(link)))
    return sorted(made, key=attrgetter("line"))


def _by_id(value: Scalar) -> dict[str, object]:
    return _written_at(value.written, value.line, value.column)


def _written_at(text: str, line: int, column: int | None) -> dict[str, object]:
    column_if_known = {} if column is None else {"column": column}
    return {"line": line, **column_if_known, "written": text}


def _rest(link: Link) -> _Rest:
    target_place = link.target_place
    return (
        None if link.target == link.written else link.target,
        link.kind,
        (target_place.line, target_place.column) if target_place else None,
    )


def _link(rest: _Rest, place: Mapping[str, Any]) -> Link:
    target, kind, target_place = rest
    text: str = place["written"]
    here = TargetPlace(*target_place, text) if target_place else None
    return Link(text if target is None else target, kind, place["line"], place.get("column"), here)


def _place(scalar: Scalar) -> tuple[str, int, int]:
    """All that rules across documents need of a value."""
    return scalar.written, scalar.line, scalar.column


def _scalar(place: Sequence[Any]) -> Scalar:
    text, line, column = place
    return Scalar(text, text, "text", line, column)
