"""Tells which documents lead to a document, where they do so, and where it leads itself."""

from collections.abc import Collection, Iterable

from meminit.config.find import Repository
from meminit.model.outcome import Outcome, Table, Text, noted
from meminit.operations import naming, nodes
from meminit.operations.knowing import Knowledge
from meminit.operations.mentions import Mention, mentions, shown
from meminit.operations.resolve import doubled


def run(known: Knowledge, repository: Repository, argument: str) -> Outcome:
    wanted = naming.by_either(known, repository, argument)
    graph = known.graph
    inward = _each_once(each for each in mentions(graph, graph.mentioners(wanted)) if each.other in wanted)
    outward = list(mentions(graph, wanted))
    data = {
        **nodes.brief(known, wanted[0]),
        "backlinks": [_told(known, each.number, each) for each in inward],
        "links": [_told(known, each.other, each) for each in outward],
    }
    found = (*noted(known.unreadable()), *doubled(known, wanted))
    return Outcome("backlinks", data, warnings=found, view=_view(known, wanted, inward, outward))


def _each_once(found: Iterable[Mention]) -> list[Mention]:
    """Where several documents share an id, the place of an id mentions all of them; a link leads to one."""
    every = {
        (each.number, *each.place.items()) if "field" in each.place else place: each for place, each in enumerate(found)
    }
    return list(every.values())


def _told(known: Knowledge, other: int, mention: Mention) -> dict[str, object]:
    document_id = known.document_id(other)
    named: dict[str, object] = {"document_id": document_id} if document_id else {}
    return {**named, "path": known.path(other), "edge_type": mention.edge.kind, **mention.place}


def _view(
    known: Knowledge, wanted: Collection[int], inward: list[Mention], outward: list[Mention]
) -> tuple[Text | Table, ...]:
    name = known.names[min(wanted)]
    view: list[Text | Table] = [Text((f"Nothing mentions {name}.",))]
    if inward:
        rows = tuple((shown(known, each), each.edge.kind, str(each.place["written"])) for each in inward)
        view = [Text((f"What mentions {name}:", "")), Table(("PLACE", "KIND", "WRITTEN"), rows)]
    if outward:
        rows = tuple((shown(known, each), each.edge.kind, known.path(each.other)) for each in outward)
        view += [Text(("", f"What {name} mentions:", "")), Table(("PLACE", "KIND", "DOCUMENT"), rows)]
    return tuple(view)
