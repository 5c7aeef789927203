"""Lists the documents that lead to a document, and those that it leads to, each with the place of the link or id."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from meminit import as_json
from meminit.config.find import Repository
from meminit.model.outcome import FromRoot, Outcome, Table, Text, noted
from meminit.operations import resolve
from meminit.operations.inventory import Inventory
from meminit.workspace import encoded
from meminit.workspace.encoded import Edge
from meminit.workspace.graph import Graph

_AT_ONCE = 32  # places that are encoded together
_OF_EDGE = frozenset({"source", "target", "edge_type", "path"})


class _Mention(NamedTuple):
    """A place in a document that makes an edge; `place` is how it is printed."""

    edge: Edge
    number: int  # of the document in which it is written
    place: Mapping[str, object]

    def about(self, other: int) -> "_Mention":
        """The same place as a mention of another document."""
        is_source = self.edge.source == self.number
        edge = self.edge._replace(target=other) if is_source else self.edge._replace(source=other)
        return self._replace(edge=edge)

    @property
    def other(self) -> int:
        """The document that is mentioned."""
        return self.edge.target if self.edge.source == self.number else self.edge.source


def _mentions(graph: Graph, numbers: Iterable[int], among: frozenset[int] | None = None) -> Iterator[_Mention]:
    """Every place in these documents that makes an edge, to `among` or to any document."""
    for number, others, written in graph.mentions(numbers, graph.everything if among is None else among):
        for other, values in zip(others, encoded.read_edges(written, len(others)), strict=True):
            kind, is_source = values["edge_type"], values["source"] is not None
            place = {key: value for key, value in values.items() if key not in _OF_EDGE}
            yield _Mention(Edge(number, other, kind) if is_source else Edge(other, number, kind), number, place)


def _shown(inventory: Inventory, mention: _Mention) -> str:
    """The place as editors and terminals understand it: path, line and column."""
    line, column = mention.place["line"], mention.place.get("column")
    return f"{inventory.path(mention.number)}:{line}" + ("" if column is None else f":{column}")


def run(inventory: Inventory, repository: Repository, argument: str) -> Outcome:
    wanted = resolve.by_either(inventory, repository, argument)
    graph = inventory.graph
    inward = list(_mentions(graph, graph.mentioners(wanted), frozenset(wanted)))
    outward = list(_with_all_holders(inventory, _mentions(graph, wanted)))
    data = {
        **inventory.brief(wanted[0]),
        "backlinks": as_json.Listed(_rows(inventory, [(each.number, each) for each in inward])),
        "links": as_json.Listed(_rows(inventory, [(each.other, each) for each in outward])),
    }
    found = (*noted(inventory.unreadable()), *resolve.doubled(inventory, wanted))
    return Outcome("backlinks", data, warnings=found, view=_view(inventory, wanted, inward, outward))


def _with_all_holders(inventory: Inventory, found: Iterable[_Mention]) -> Iterator[_Mention]:
    """The first mention of a shared id by its field is repeated for each document that holds it."""
    seen: set[str | None] = set()
    for each in found:
        document_id = inventory.document_id(each.other)
        if "field" not in each.place or document_id is None or document_id in seen:
            yield each
            continue
        seen.add(document_id)
        for other in inventory.graph.holders(document_id):
            if other != each.number:
                yield each.about(other)


def _rows(inventory: Inventory, found: Sequence[tuple[int, _Mention]]) -> Iterator[bytes]:
    """The places as JSON, some at a time: each repeats the id and path of a document, which may be long."""
    for start in range(0, len(found), _AT_ONCE):
        yield as_json.written([_data(inventory, *each) for each in found[start : start + _AT_ONCE]])[1:-1]


def _data(inventory: Inventory, other: int, mention: _Mention) -> dict[str, object]:
    document_id = inventory.document_id(other)
    named: dict[str, object] = {"document_id": document_id} if document_id else {}
    return {**named, "path": inventory.path(other), "edge_type": mention.edge.kind, **mention.place}


def _view(
    inventory: Inventory, wanted: Collection[int], inward: list[_Mention], outward: list[_Mention]
) -> tuple[Text | Table, ...]:
    name = inventory.names[min(wanted)]
    view: list[Text | Table] = [Text((f"Nothing mentions {name}.",))]
    if inward:
        rows = tuple((FromRoot(_shown(inventory, each)), each.edge.kind, str(each.place["written"])) for each in inward)
        view = [Text((f"What mentions {name}:", "")), Table(("PLACE", "KIND", "WRITTEN"), rows)]
    if outward:
        paths = (FromRoot(inventory.path(each.other)) for each in outward)
        places = ((FromRoot(_shown(inventory, each)), each.edge.kind) for each in outward)
        rows = tuple((*place, path) for place, path in zip(places, paths, strict=True))
        view += [Text(("", f"What {name} mentions:", "")), Table(("PLACE", "KIND", "DOCUMENT"), rows)]
    return tuple(view)
