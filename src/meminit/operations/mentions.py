"""What is told of a place in which one document mentions another one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.operations.knowing import Knowledge
from meminit.workspace import encoded
from meminit.workspace.encoded import Edge
from meminit.workspace.graph import Graph

_OF_EDGE = frozenset({"source", "target", "edge_type", "path"})


class Mention(NamedTuple):
    """A place in a document that makes an edge; `place` is what is told of it."""

    edge: Edge
    number: int  # of the document in which it is written
    place: Mapping[str, object]

    def about(self, other: int) -> "Mention":
        """The same place as a mention of another document."""
        is_source = self.edge.source == self.number
        edge = self.edge._replace(target=other) if is_source else self.edge._replace(source=other)
        return self._replace(edge=edge)

    @property
    def other(self) -> int:
        """The document that is mentioned."""
        return self.edge.target if self.edge.source == self.number else self.edge.source


def mentions(graph: Graph, numbers: Iterable[int], among: frozenset[int] | None = None) -> Iterator[Mention]:
    """Every place in these documents that makes an edge to some others, or to any, one by one."""
    for number, others, written in graph.mentions(numbers, graph.everything if among is None else among):
        for other, told in zip(others, encoded.read_edges(written, len(others)), strict=True):
            kind, is_source = told["edge_type"], told["source"] is not None
            place = {key: value for key, value in told.items() if key not in _OF_EDGE}
            yield Mention(Edge(number, other, kind) if is_source else Edge(other, number, kind), number, place)


def shown(known: Knowledge, mention: Mention) -> str:
    """The place as editors and terminals know places."""
    line, column = mention.place["line"], mention.place.get("column")
    return f"{known.path(mention.number)}:{line}" + ("" if column is None else f":{column}")
