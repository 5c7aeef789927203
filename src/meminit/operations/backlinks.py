"""Tells which documents lead to a document, where they do so, and where it leads itself."""

from collections.abc import Collection, Iterable, Iterator

from meminit.config.find import Repository
from meminit.model.outcome import Outcome, Table, Text, noted
from meminit.operations import naming, nodes
from meminit.operations.knowing import Knowledge
from meminit.operations.mentions import Mention, mentions, shown
from meminit.operations.resolve import doubled


def run(known: Knowledge, repository: Repository, argument: str) -> Outcome:
    wanted = naming.by_either(known, repository, argument)
    graph = known.graph
    inward = list(mentions(graph, graph.mentioners(wanted), frozenset(wanted)))
    outward = list(_with_all_holders(known, mentions(graph, wanted)))
    data = {
        **nodes.brief(known, wanted[0]),
        "backlinks": [_told(known, each.number, each) for each in inward],
        "links": [_told(known, each.other, each) for each in outward],
    }
    found = (*noted(known.unreadable()), *doubled(known, wanted))
    return Outcome("backlinks", data, warnings=found, view=_view(known, wanted, inward, outward))


def _with_all_holders(known: Knowledge, found: Iterable[Mention]) -> Iterator[Mention]:
    """The first mention of a shared id by its field is repeated for each document that holds it."""
    seen: set[str | None] = set()
    for each in found:
        document_id = known.document_id(each.other)
        if "field" not in each.place or document_id is None or document_id in seen:
            yield each
            continue
        seen.add(document_id)
        for other in known.graph.holders(document_id):
            if other != each.number:
                yield each.about(other)


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
