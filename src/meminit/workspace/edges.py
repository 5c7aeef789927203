"""The edges that a document makes by what is written in it: of which kinds they are, and which way they lead.

They are told as JSON objects that were written when the document was read. What the other document is called was not
known then, so a gap stands for it.
"""

from collections.abc import Collection, Iterable
from typing import Any, Literal, NamedTuple, TypeAlias

import orjson

from meminit.config.settings import SUCCESSORS

EdgeKind: TypeAlias = Literal["related", "supersedes", "references"]
_KINDS: dict[str, EdgeKind] = {"related_ids": "related", SUCCESSORS: "supersedes", "supersedes": "supersedes"}

_GAP = b"%b"
_GAP_IN_JSON = orjson.Fragment(b"\n")  # no JSON holds it elsewhere
_NEXT = b',{"source":'  # no text holds this either, in which each quote has a backslash before it
_NOBODY = b"null"


class Edge(NamedTuple):
    """From one document of the library to another one, each by its number; the newer one supersedes the older."""

    source: int
    target: int
    kind: EdgeKind

    def meets(self, numbers: Collection[int]) -> bool:
        return self.source in numbers or self.target in numbers


def kind_of(field: str) -> EdgeKind:
    """What a field makes of the ids in it."""
    return _KINDS.get(field, "references")


def told(own: str, path: str, place: dict[str, object], field: str = "") -> dict[str, object]:
    """The edge that what is written in this place of a document makes: an id in a field, or else a link."""
    ends = {"source": own, "target": _GAP_IN_JSON}
    if field == SUCCESSORS:
        ends = {"source": _GAP_IN_JSON, "target": own}
    named = {"field": field} if field else {}
    return {**ends, "edge_type": kind_of(field), "path": path, **place, **named}


def with_gaps(written: bytes) -> bytes:
    """Of a list of edges as JSON, all between its brackets."""
    return written[1:-1].replace(b"%", b"%%").replace(b"\n", _GAP)


def filled(edges: bytes, names: Iterable[bytes]) -> bytes:
    """With a name in each gap, as JSON."""
    return edges % tuple(names)


def divided(edges: bytes) -> list[bytes]:
    """Each edge by itself."""
    first, *others = edges.split(_NEXT)
    return [first, *[_NEXT[1:] + each for each in others]]


def read(edges: bytes, count: int) -> list[dict[str, Any]]:
    """So many edges, with None for the other document."""
    every: list[dict[str, Any]] = orjson.loads(b"[%b]" % filled(edges, [_NOBODY] * count))
    return every
