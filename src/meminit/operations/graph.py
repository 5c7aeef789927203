"""Gives the documents as a graph, whole or around one of them: who leads to whom, how, and where that is written."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from meminit import as_json
from meminit.config.find import Repository
from meminit.model.outcome import Arrows, Drawing, Later, Outcome, Table, Text, noted
from meminit.operations import naming, nodes
from meminit.operations.knowing import Knowledge
from meminit.words import counted
from meminit.workspace import encoded
from meminit.workspace.graph import Graph

_MOST_SHOWN = 10


def run(known: Knowledge, repository: Repository, around: str | None, depth: int) -> Outcome:
    chosen: Collection[int] = range(len(known.summaries.all))
    if around is not None:
        chosen = sorted(known.graph.near(naming.by_either(known, repository, around), depth))
    return Outcome(
        "graph",
        Later(lambda: _data(known, chosen)),
        warnings=noted([*known.unreadable(), *known.doubled()]),
        view=Later(lambda: _summary(known) if around is None else _table(known, chosen)),
        drawing=Later(lambda: _drawing(known, chosen)),
    )


def _data(known: Knowledge, chosen: Collection[int]) -> Mapping[str, object]:
    return {
        "nodes": as_json.Listed(nodes.briefs(known, chosen)),
        "edges": as_json.Listed(list(_placed(known, frozenset(chosen)))),
    }


def _placed(known: Knowledge, chosen: frozenset[int]) -> Iterable[bytes]:
    """Edges for each place that makes one, in the order of the documents; one for all that share an id."""
    names = known.names_in_json
    name_of = names.__getitem__
    mentions = known.graph.mentions(chosen, chosen)
    told = (encoded.filled(each.edges, map(name_of, each.others)) for each in mentions if each.others)
    return told if len(set(names)) == len(names) else dict.fromkeys(map(as_json.written, as_json.read(told)))


def _drawing(known: Knowledge, chosen: Collection[int]) -> Drawing:
    """Documents that share a name share a box, and its arrows."""
    names, arrows = [known.names[number] for number in chosen], list(known.graph.leads(chosen))
    boxes = dict(zip(reversed(names), reversed(nodes.titles(known, chosen)), strict=True))
    if len(boxes) != len(known.names):
        places = {name: place for place, name in enumerate(dict.fromkeys(names))}
        arrows = _moved(arrows, {number: places[name] for number, name in zip(chosen, names, strict=True)})
    return Drawing([(name, boxes[name]) for name in dict.fromkeys(names)], arrows)


def _moved(arrows: Iterable[Arrows], boxes: Mapping[int, int]) -> list[Arrows]:
    """Arrows between the boxes of documents, each once."""
    every = ((boxes[source], kind, boxes[target]) for source, kind, targets in arrows for target in targets)
    return [Arrows(source, kind, (target,)) for source, kind, target in dict.fromkeys(every)]


def _table(known: Knowledge, chosen: Collection[int]) -> tuple[Text | Table, ...]:
    rows = _named(known, chosen)
    if not rows:
        return (Text(("Nothing leads there, and it leads nowhere.",)),)
    return (Table(("FROM", "KIND", "TO"), tuple(sorted(rows))),)


def _named(known: Knowledge, chosen: Collection[int]) -> set[tuple[str, str, str]]:
    """The edges among some documents, by names."""
    names, arrows = known.names, known.graph.leads(chosen)
    return {(names[source], kind, names[target]) for source, kind, targets in arrows for target in targets}


def _summary(known: Knowledge) -> tuple[Text | Table, ...]:
    """How many edges there are of each kind, and what most documents lead to."""
    graph, kinds = known.graph, _kinds(known)
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


def _kinds(known: Knowledge) -> Mapping[str, int]:
    """How many edges there are of each kind; documents that share a name share their edges."""
    graph = known.graph
    if len(set(known.names)) < len(known.names):
        return Counter(kind for _, kind, _ in _named(known, graph.everything))
    kinds = Counter[str](each.kind for each in graph.references)
    twice = sum(kind == "references" and target in graph.links[source] for source, target, kind in graph.references)
    kinds["references"] += sum(map(len, graph.links)) - twice
    return kinds


def _only_by_id(graph: Graph) -> set[tuple[int, int]]:
    """Who leads to whom by ids, and by no link."""
    pairs = {(source, target) for source, target, _ in graph.references}
    return {(source, target) for source, target in pairs if target not in graph.links[source]}
