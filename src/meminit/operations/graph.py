"""Gives the documents as a graph, whole or around one of them: who leads to whom, how, and where that is written."""

from collections import Counter
from collections.abc import Collection
from itertools import chain
from typing import Literal, TypeAlias

from meminit import as_json
from meminit.config.find import Repository
from meminit.engine.graph import Edge, Graph
from meminit.model.outcome import Outcome, Table, Text, noted
from meminit.operations import mentions, naming, nodes
from meminit.operations.knowing import Knowledge
from meminit.words import counted

_MOST_SHOWN = 10
Shape: TypeAlias = Literal["data", "drawing", "table"]


def run(known: Knowledge, repository: Repository, around: str | None, depth: int, *, shape: Shape) -> Outcome:
    """Places are for who reads the data; a drawing and a table do without."""
    chosen: Collection[int] = range(len(known.library.cards))
    if around is not None:
        chosen = known.graph.near(naming.by_either(known, repository, around), depth)
    elif shape != "table":
        known.take_all_fields()
    outcome = Outcome("graph", warnings=noted([*known.unreadable(), *known.doubled()]))
    if shape == "table":
        return outcome._replace(view=_summary(known) if around is None else _table(known, known.graph.edges(chosen)))
    edges = _placed(known, chosen) if shape == "data" else _bare(known, known.graph.edges(chosen))
    return outcome._replace(data={"nodes": [nodes.brief(known, number) for number in sorted(chosen)], "edges": edges})


def _placed(known: Knowledge, chosen: Collection[int]) -> list[dict[str, object]]:
    """An edge for each place that makes it, in the order of the documents."""
    names = known.names
    edges = [
        {
            "source": names[mention.edge.source],
            "target": names[mention.edge.target],
            "edge_type": mention.edge.kind,
            "path": known.path(mention.number),
            **mentions.place(mention),
        }
        for mention in known.graph.mentions(chosen)
        if mention.other in chosen
    ]
    if len(set(names)) == len(names):
        return edges
    return list({as_json.written(each): each for each in edges}.values())  # one for all documents that share an id


def _bare(known: Knowledge, edges: list[Edge]) -> list[dict[str, object]]:
    every = dict.fromkeys(_named(known, each) for each in edges)
    return [{"source": source, "target": target, "edge_type": kind} for source, target, kind in every]


def _named(known: Knowledge, edge: Edge) -> tuple[str, str, str]:
    return known.names[edge.source], known.names[edge.target], edge.kind


def _table(known: Knowledge, edges: list[Edge]) -> tuple[Text | Table, ...]:
    if not edges:
        return (Text(("Nothing leads there, and it leads nowhere.",)),)
    rows = sorted({(source, kind, target) for source, target, kind in (_named(known, each) for each in edges)})
    return (Table(("FROM", "KIND", "TO"), tuple(rows)),)


def _summary(known: Knowledge) -> tuple[Text | Table, ...]:
    """How many edges there are of each kind, and what most documents lead to."""
    graph = known.graph
    kinds = Counter(each.kind for each in graph.references)
    twice = sum(kind == "references" and target in graph.links[source] for source, target, kind in graph.references)
    kinds["references"] += sum(map(len, graph.links)) - twice
    led_to = Counter(chain.from_iterable(graph.links))
    led_to.update(target for source, target in _only_by_id(graph))
    every = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()) if count)
    counts = f"{counted(len(graph.links), 'document')}, {counted(sum(kinds.values()), 'edge')}"
    lines = (
        f"{counts} ({every})" if every else counts,
        f"{counted(len(graph.unmentioned()), 'document')} that no other one leads to",
    )
    best = sorted(led_to.items(), key=lambda each: (-each[1], each[0]))[:_MOST_SHOWN]
    rows = tuple((str(count), known.names[number], known.path(number)) for number, count in best)
    view: list[Text | Table] = [Text(lines)]
    if rows:
        view += [Text(("", "What most documents lead to:", "")), Table(("FROM", "DOCUMENT", "PATH"), rows)]
    view.append(Text(("", "meminit graph --around ID shows the neighbours of one; --format mermaid or dot draws them")))
    return tuple(view)


def _only_by_id(graph: Graph) -> set[tuple[int, int]]:
    """Who leads to whom by ids, and by no link."""
    pairs = {(source, target) for source, target, _ in graph.references}
    return {(source, target) for source, target in pairs if target not in graph.links[source]}
