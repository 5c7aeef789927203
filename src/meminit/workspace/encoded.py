"""What commands print of documents, encoded as JSON when a document is read, and kept so.

Only this module knows the encoding: all others see typed values, or complete pieces of JSON. Building them from typed
values in every run was measured: see ADR 023.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

import orjson

from meminit import as_json
from meminit.as_json import BETWEEN
from meminit.cache.sealing import opened, sealed
from meminit.config.settings import SUCCESSORS
from meminit.model.node import Plain
from meminit.model.summary import Buffer

EdgeKind: TypeAlias = Literal["related", "supersedes", "references"]
_KINDS: dict[str, EdgeKind] = {"related_ids": "related", SUCCESSORS: "supersedes", "supersedes": "supersedes"}
_BRIEF = ("type", "title", "status")
_MORE = ("area", "owner", "description", "last_updated", "superseded_by")
_LISTS = ("keywords", "related_ids")
_LENGTH = 8  # hexadecimal digits of a number: no other bytes of it can look like JSON
_GAP = b"%b"  # in place of the name of the other document, which is unknown when an edge is encoded
_GAP_IN_JSON = orjson.Fragment(b"\n")  # no JSON holds it elsewhere


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


def edge(own: str, path: str, place: Mapping[str, object], field: str = "") -> dict[str, object]:
    """The edge that an id in a field, or a link, makes at this place of a document; the other end is a gap."""
    ends = {"source": own, "target": _GAP_IN_JSON}
    if field == SUCCESSORS:
        ends = {"source": _GAP_IN_JSON, "target": own}
    named = {"field": field} if field else {}
    return {**ends, "edge_type": kind_of(field), "path": path, **place, **named}


def edges(every: Sequence[Mapping[str, object]], *, is_strict: bool = False) -> bytes:
    """Edges with gaps, as one text; raises TypeError for what JSON cannot carry if it is strict."""
    whole = orjson.dumps(every) if is_strict else as_json.written(every)
    return whole[1:-1].replace(b"%", b"%%").replace(b"\n", _GAP)


def filled(kept: bytes, names: Iterable[bytes]) -> bytes:
    """Edges with a name in each gap, as JSON with commas between them."""
    return kept % tuple(names)


def read_edges(kept: bytes, count: int) -> list[dict[str, Any]]:
    """The values of so many edges, with None for the other document."""
    every: list[dict[str, Any]] = orjson.loads(b"[%b]" % filled(kept, [b"null"] * count))
    return every


def some(kept: bytes, count: int, wanted: Sequence[int]) -> bytes:
    """The edges at these positions, each as often as its position occurs, with gaps."""
    every = read_edges(kept, count) if wanted else []
    for each in every:
        each["source" if each["source"] is None else "target"] = _GAP_IN_JSON
    return edges([every[number] for number in wanted])
