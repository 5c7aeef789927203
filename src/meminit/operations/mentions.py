"""What is told of a place in which one document mentions another one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.operations.knowing import Knowledge
from meminit.workspace import edges
from meminit.workspace.edges import Edge
from meminit.workspace.graph import Graph

_OF_EDGE = frozenset({"source", "target", "edge_type", "path"})


class Mention(NamedTuple):
    """A place in a document that makes an edge; `place` is what is told of it."""

    edge: Edge
    number: int  # of the document in which it is written
    place: Mapping[str, object]

    @property
    def other(self) -> int:
        """The document that is mentioned."""
        return self.edge.target if self.edge.source == self.number else self.edge.source


def mentions(graph: Graph, numbers: Iterable[int]) -> Iterator[Mention]:
    """Every place in these documents that makes an edge, one by one."""
    for number, others, written in graph.mentions(numbers, graph.everything):
        for other, told in zip(others, edges.read(written, len(others)), strict=True):
            kind, is_source = told["edge_type"], told["source"] is not None
            place = {key: value for key, value in told.items() if key not in _OF_EDGE}
            yield Mention(Edge(number, other, kind) if is_source else Edge(other, number, kind), number, place)


def shown(known: Knowledge, mention: Mention) -> str:
    """The place as editors and terminals know places."""
    line, column = mention.place["line"], mention.place.get("column")
    return f"{known.path(mention.number)}:{line}" + ("" if column is None else f":{column}")
