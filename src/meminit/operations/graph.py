"""Shows the documents as a graph, whole or around one of them: edges by links and by ids, with their places."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from meminit import as_json
from meminit.config.find import Repository
from meminit.model.outcome import Arrows, Drawing, FromRoot, Later, Outcome, Table, Text, noted
from meminit.operations import resolve
from meminit.operations.inventory import Inventory
from meminit.words import counted
from meminit.workspace import encoded
from meminit.workspace.graph import Graph, Mentions

_MOST_SHOWN = 10
_RANKED = ("FROM", "DOCUMENT", "PATH")


def run(inventory: Inventory, repository: Repository, around: str | None, depth: int) -> Outcome:
    chosen: Collection[int] = range(len(inventory.summaries.all))
    if around is not None:
        chosen = sorted(inventory.graph.near(resolve.by_either(inventory, repository, around), depth))
    return Outcome(
        "graph",
        Later(lambda: _data(inventory, chosen)),
        warnings=noted([*inventory.unreadable(), *inventory.doubled()]),
        view=Later(lambda: _summary(inventory) if around is None else _table(inventory, chosen)),
        drawing=Later(lambda: _drawing(inventory, chosen)),
    )


def _data(inventory: Inventory, chosen: Collection[int]) -> Mapping[str, object]:
    return {
        "nodes": as_json.Listed(inventory.briefs(chosen)),
        "edges": as_json.Listed(_placed(inventory, frozenset(chosen))),
    }


def _placed(inventory: Inventory, chosen: frozenset[int]) -> Iterable[bytes]:
    """The edges of each place that makes some, in the order of documents; those that are equal once."""
    names = inventory.names_in_json
    mentions = [each for each in inventory.graph.mentions(chosen, chosen) if each.others]
    edges = (line for each in mentions for line in _filled(inventory, each))
    if len(set(names)) == len(names):
        return edges
    return dict.fromkeys(map(as_json.written, as_json.one_by_one(edges)))


def _filled(inventory: Inventory, mentions: Mentions) -> Iterator[bytes]:
    names = inventory.names_in_json
    own, path = names[mentions.number], as_json.written(inventory.path(mentions.number))
    return encoded.filled(mentions.edges, own, path, [names[other] for other in mentions.others])


def _drawing(inventory: Inventory, chosen: Collection[int]) -> Drawing:
    """Documents that share a name share a box, and its arrows."""
    names, arrows = [inventory.names[number] for number in chosen], list(inventory.graph.leads(chosen))
    boxes = dict(zip(reversed(names), reversed(inventory.titles(chosen)), strict=True))
    if len(boxes) != len(inventory.names):
        places = {name: place for place, name in enumerate(dict.fromkeys(names))}
        arrows = _moved(arrows, {number: places[name] for number, name in zip(chosen, names, strict=True)})
    return Drawing([(name, boxes[name]) for name in dict.fromkeys(names)], arrows)


def _moved(arrows: Iterable[Arrows], boxes: Mapping[int, int]) -> list[Arrows]:
    """Arrows between the boxes of documents, each once."""
    every = ((boxes[source], kind, boxes[target]) for source, kind, targets in arrows for target in targets)
    return [Arrows(source, kind, (target,)) for source, kind, target in dict.fromkeys(every)]


def _table(inventory: Inventory, chosen: Collection[int]) -> tuple[Text | Table, ...]:
    rows = _named(inventory, chosen)
    if not rows:
        return (Text(("No other document leads there, and it leads to none.",)),)
    paths = {inventory.names[each] for each in chosen if not inventory.document_id(each)}
    shown = (tuple(FromRoot(each) if each in paths else each for each in row) for row in sorted(rows))
    return (Table(("FROM", "KIND", "TO"), tuple(shown)),)


def _named(inventory: Inventory, chosen: Collection[int]) -> set[tuple[str, str, str]]:
    """The edges among some documents, by names."""
    names, arrows = inventory.names, inventory.graph.leads(chosen)
    return {(names[source], kind, names[target]) for source, kind, targets in arrows for target in targets}


def _summary(inventory: Inventory) -> tuple[Text | Table, ...]:
    """How many edges there are of each kind, and the documents with most edges to them."""
    graph, kinds = inventory.graph, _kinds(inventory)
    led_to = Counter(chain.from_iterable(graph.links))
    led_to.update(target for source, target in _only_by_id(graph))
    every = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()) if count)
    counts = f"{counted(len(graph.links), 'document')}, {counted(sum(kinds.values()), 'edge')}"
    lines = (
        f"{counts} ({every})" if every else counts,
        f"{counted(len(graph.unmentioned()), 'document')} that no other one leads to",
    )
    best = sorted(led_to.items(), key=lambda each: (-each[1], each[0]))[:_MOST_SHOWN]
    rows = tuple(_ranked(inventory, *each) for each in best)
    is_named = any(name != path for _, name, path in rows)  # where no document has an id, its path is its name
    width = 3 if is_named else 2
    view: list[Text | Table] = [Text(lines)]
    if rows:
        table = Table(_RANKED[:width], tuple(each[:width] for each in rows))
        view += [Text(("", "The documents that most others lead to:", "")), table]
    view.append(
        Text(
            (
                "",
                "--around ID shows the neighbours of one document; --format mermaid, dot or svg draws the graph",
            )
        )
    )
    return tuple(view)


def _shown(inventory: Inventory, number: int) -> str:
    """The id, or the path of a document that has none."""
    name = inventory.names[number]
    return name if inventory.document_id(number) else FromRoot(name)


def _ranked(inventory: Inventory, number: int, count: int) -> tuple[str, ...]:
    return str(count), _shown(inventory, number), FromRoot(inventory.path(number))


def _kinds(inventory: Inventory) -> Mapping[str, int]:
    """How many edges there are of each kind; documents that share a name share their edges."""
    graph = inventory.graph
    if len(set(inventory.names)) < len(inventory.names):
        return Counter(kind for _, kind, _ in _named(inventory, graph.everything))
    kinds = Counter[str](each.kind for each in graph.references)
    twice = sum(kind == "references" and target in graph.links[source] for source, target, kind in graph.references)
    kinds["references"] += sum(map(len, graph.links)) - twice
    return kinds


def _only_by_id(graph: Graph) -> set[tuple[int, int]]:
    """The pairs of documents between which there is a reference by id, and no link."""
    pairs = {(source, target) for source, target, _ in graph.references}
    return {(source, target) for source, target in pairs if target not in graph.links[source]}
