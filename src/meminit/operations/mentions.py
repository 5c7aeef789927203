"""What is told of a place in which one document mentions another one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import orjson

from meminit.engine.details import PLACE
from meminit.engine.graph import Edge, Graph
from meminit.operations.knowing import Knowledge


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
    for number, by_id, targets, places in graph.mentions(numbers, graph.everything):
        edges = [Edge(number, other, "references") for other in targets]
        linked = zip(edges, places.split(PLACE), strict=True) if edges else ()
        yield from (Mention(edge, number, orjson.loads(b"{" + place)) for edge, place in (*by_id, *linked))


def shown(known: Knowledge, mention: Mention) -> str:
    """The place as editors and terminals know places."""
    line, column = mention.place["line"], mention.place.get("column")
    return f"{known.path(mention.number)}:{line}" + ("" if column is None else f":{column}")
