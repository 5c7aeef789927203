"""The parts of a summary that are kept encoded: what commands print of a document, and its details.

The row is JSON, written when the document is read. Only this module knows that: all others see typed values, or
complete pieces of JSON. Building them from typed values in every run was measured: see ADR 023.

The details serve rules across documents and the graph. First there are lookups of other documents, in the order of
their lines, then values with their places, and last the edge that each lookup makes where it leads to a document: there
may be a hundred thousand of them.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

import orjson

from meminit import as_json
from meminit.as_json import BETWEEN
from meminit.cache.sealing import opened, sealed
from meminit.config.settings import SUCCESSORS
from meminit.linking.targets import lookups_of, of_id, without_fragment
from meminit.model.document import Placed, Reference
from meminit.model.link import Link, LinkKind, TargetPlace
from meminit.model.node import Plain, Scalar
from meminit.model.summary import Buffer
from meminit.sites.site import Site

EdgeKind: TypeAlias = Literal["related", "supersedes", "references"]
_KINDS: dict[str, EdgeKind] = {"related_ids": "related", SUCCESSORS: "supersedes", "supersedes": "supersedes"}
_BRIEF = ("type", "title", "status")
_MORE = ("area", "owner", "description", "last_updated", "superseded_by")
_LISTS = ("keywords", "related_ids")
_LENGTH = 8  # hexadecimal digits of a number: no other bytes of it can look like JSON
_GAP = b"%b"  # in place of the name of the other document, which is unknown when an edge is encoded
_GAP_IN_JSON = orjson.Fragment(b"\n")  # no JSON holds it elsewhere
# In place of the name and the path of the document itself: both may be long, and its edges many. No JSON holds these.
_OWN, _PATH = b"\x01", b"\x02"
_OWN_IN_JSON, _PATH_IN_JSON = orjson.Fragment(_OWN), orjson.Fragment(_PATH)
_BETWEEN_EDGES = re.compile(rb',(?=\{"source":(?:\x01|%b))')  # in no text, where a quotation mark is escaped
_MOST_AT_ONCE = 1 << 20  # bytes of edges that are filled together
_EDGES_AT_ONCE = 32  # where they are more
# What the edge of a link leaves out: the target where that is not what is written, the kind, and the place.
_Rest: TypeAlias = tuple[str | None, LinkKind, tuple[int, int] | None]


class Naming(NamedTuple):
    """What a document is known by."""

    document_id: str | None
    path: str
    namespace: str
    repo_prefix: str


# A row holds three values in JSON: the node of a document in the index, its entry in pages, and its front matter. It
# begins with the length of the part of the node that is enough to recognise the document. The entry is null where no
# page was written yet.


def row(naming: Naming, fields: Mapping[str, Plain] | None) -> bytes:
    """`fields` is None for front matter that could not be understood."""
    known = fields or {}
    brief: dict[str, object] = {"document_id": naming.document_id} if naming.document_id else {}
    brief |= {"path": naming.path, "namespace": naming.namespace}
    brief |= _texts(known, _BRIEF)
    node = {**brief, "repo_prefix": naming.repo_prefix, **_texts(known, _MORE)}
    for name in _LISTS:
        node[name] = texts(known[name]) if name in known else []
    length = len(as_json.written(brief)) - 1
    return sealed(b"%08x" % length + as_json.in_turn((node, None, fields)))


def brief(kept: Buffer) -> bytes:
    """The few fields by which a document is recognised."""
    content = opened(kept)
    return content[_LENGTH : _LENGTH + int(content[:_LENGTH], 16)] + b"}"


def node_and_page(kept: Buffer) -> tuple[bytes, bytes]:
    """The node of the document in the index, and its entry in pages, which is empty where no page was written yet."""
    first, _, others = opened(kept).partition(BETWEEN)
    page = others.partition(BETWEEN)[0]
    return first[_LENGTH:], b"" if page == b"null" else page


def fields(kept: Buffer) -> bytes:
    """The front matter."""
    return opened(kept).rpartition(BETWEEN)[2]


def with_page(kept: Buffer, page: bytes) -> bytes:
    """The same row with the entry of the document in pages."""
    first, _, last = opened(kept).split(BETWEEN)
    return sealed(BETWEEN.join((first, page, last)))


def text(value: Plain) -> str | None:
    """A single value as text; None for other values, and for blank ones."""
    if isinstance(value, str):  # as nearly all are
        return value if value.strip() else None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # orjson supports no more than 64 bits
    return None if value is None or isinstance(value, list | dict) else orjson.dumps(value).decode()


def texts(value: Plain) -> list[str]:
    """The single values of a field that may hold one or a list of them."""
    every = map(text, value) if isinstance(value, list) else (text(value),)
    return [each for each in every if each is not None]


def _texts(fields: Mapping[str, Plain], names: tuple[str, ...]) -> dict[str, str]:
    return {name: found for name in names if name in fields and (found := text(fields[name])) is not None}


class Edge(NamedTuple):
    """An edge between two documents by number; the newer one supersedes the older."""

    source: int
    target: int
    kind: EdgeKind

    def meets(self, numbers: Collection[int]) -> bool:
        return self.source in numbers or self.target in numbers


def kind_of(field: str) -> EdgeKind:
    """The kind of edge that ids in a field make."""
    return _KINDS.get(field, "references")


def edge(place: Mapping[str, object], field: str = "") -> dict[str, object]:
    """The edge that an id in a field, or a link, makes at this place of a document; both ends and the path are gaps."""
    ends = {"source": _OWN_IN_JSON, "target": _GAP_IN_JSON}
    if field == SUCCESSORS:
        ends = {"source": _GAP_IN_JSON, "target": _OWN_IN_JSON}
    named = {"field": field} if field else {}
    return {**ends, "edge_type": kind_of(field), "path": _PATH_IN_JSON, **place, **named}


def edges(every: Sequence[Mapping[str, object]], *, is_strict: bool = False) -> bytes:
    """Edges with gaps, as one text; raises TypeError for what JSON cannot carry if it is strict."""
    whole = orjson.dumps(every) if is_strict else as_json.written(every)
    return whole[1:-1].replace(b"%", b"%%").replace(b"\n", _GAP)


def filled(kept: bytes, own: bytes, path: bytes, names: Sequence[bytes]) -> Iterator[bytes]:
    """Edges with the name and path of their document, and that of the other one: JSON with commas, in few pieces."""
    if len(kept) + len(names) * (len(own) + len(path)) + sum(map(len, names)) <= _MOST_AT_ONCE:
        yield _filled(kept, own, path, names)
        return
    every = _BETWEEN_EDGES.split(kept)
    for start in range(0, len(every), _EDGES_AT_ONCE):
        some = slice(start, start + _EDGES_AT_ONCE)
        yield _filled(b",".join(every[some]), own, path, names[some])


def _filled(kept: bytes, own: bytes, path: bytes, names: Sequence[bytes]) -> bytes:
    return (kept % tuple(names)).replace(_OWN, own).replace(_PATH, path)


def read_edges(kept: bytes, count: int) -> list[dict[str, Any]]:
    """The values of so many edges, with None for the other document, and nothing of the name of their own."""
    every: list[dict[str, Any]] = orjson.loads(b"[%b]" % _filled(kept, b'""', b'""', [b"null"] * count))
    return every


def some(kept: bytes, count: int, wanted: Sequence[int]) -> bytes:
    """The edges at these positions, each as often as its position occurs, with gaps."""
    every = read_edges(kept, count) if wanted else []
    for each in every:
        is_gap = each["source"] is None
        each["source"], each["target"] = (_GAP_IN_JSON, _OWN_IN_JSON) if is_gap else (_OWN_IN_JSON, _GAP_IN_JSON)
        each["path"] = _PATH_IN_JSON
    return edges([every[number] for number in wanted])


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


def written(document: Placed, fields: Collection[str], naming: Collection[str], sites: Sequence[Site]) -> bytes | None:
    """The values of these fields, and of those that refer to other documents.

    None for what JSON cannot carry, such as text that cannot be encoded.
    """
    metadata = document.metadata
    kept = {name: texts for name in fields if (texts := [_place(each) for each in metadata.texts(name)])}
    references = [(each.field, _place(each.value)) for each in metadata.references]
    made = _made(document, naming, sites)
    links = [each.link for each in made] if any(each.link for each in made) else []
    facts = (kept, metadata.document_id and _place(metadata.document_id), links, references)
    try:
        first = as_json.in_turn(([each.lookup for each in made], facts), orjson.dumps)
        return sealed(first + BETWEEN + edges([each.edge for each in made], is_strict=True))
    except TypeError:
        return None


def kept(details: Buffer, names: Collection[str]) -> Kept:
    """`names` are the fields that were kept, including those that the document does not have."""
    lookups, facts, edges = opened(details).split(BETWEEN, 2)
    fields, document_id, links, references = orjson.loads(facts)
    places = read_edges(edges, len(orjson.loads(lookups))) if links else []
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


def mentioning_of(document: Placed, naming: Collection[str], sites: Sequence[Site]) -> Mentioning:
    """The same of a document whose details JSON cannot carry."""
    made = _made(document, naming, sites)
    return Mentioning([each.lookup for each in made], edges([each.edge for each in made]))


def placed(lookups: Collection[str], links: Sequence[Link]) -> str:
    """Those links of a document that have these lookups; "" for what JSON cannot carry."""
    try:
        return orjson.dumps((sorted(lookups), links), default=tuple).decode()
    except TypeError:
        return ""


def links_placed(kept: str, lookups: Collection[str]) -> tuple[Link, ...] | None:
    """The links that were kept, if they are all that have these lookups, and perhaps others."""
    known, links = orjson.loads(kept or "[[],[]]")
    if not set(lookups).issubset(known):
        return None
    return tuple(
        [
            Link(target, kind, line, column, TargetPlace(*place) if place else None)
            for target, kind, line, column, place in links
        ]
    )


def _made(document: Placed, naming: Collection[str], sites: Sequence[Site]) -> list[_Made]:
    """Ids are in the fields of these names, and where a schema marks them. All are in the order of their lines."""
    metadata = document.metadata
    here = lookups_of(metadata.file, sites)
    referring = sorted(metadata.referring(naming), key=lambda each: (each.value.line, each.value.column))
    made = [
        _Made(each.value.line, of_id(each.value.written), edge(_by_id(each.value), each.field)) for each in referring
    ]
    for link in document.links:
        lookup = here.of(link, document.anchors)
        if lookup:
            written = edge(_written_at(link.written, link.line, link.column))
            made.append(_Made(link.line, without_fragment(lookup), written, _rest(link)))
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
