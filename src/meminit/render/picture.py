"""What a drawing of a graph shows: boxes with lines of text, and arrows between them."""

from typing import Any, NamedTuple

from meminit.model.outcome import Outcome
from meminit.words import inert, shorten

_LONGEST = 60


class Arrow(NamedTuple):
    source: int
    target: int
    kind: str


class Picture(NamedTuple):
    """Each box by its lines; arrows name boxes by their numbers."""

    boxes: tuple[tuple[str, ...], ...]
    arrows: tuple[Arrow, ...]


def picture(outcome: Outcome) -> Picture:
    """The graph of an outcome; documents that share a name share a box."""
    nodes, edges = _listed(outcome, "nodes"), _listed(outcome, "edges")
    numbers: dict[str, int] = {}
    boxes: list[tuple[str, ...]] = []
    for node in nodes:
        name = str(node.get("document_id") or node["path"])
        if numbers.setdefault(name, len(boxes)) == len(boxes):
            lines = (name, str(node.get("title") or ""))
            boxes.append(tuple(inert(shorten(line, _LONGEST)) for line in lines if line))
    arrows = (Arrow(numbers[each["source"]], numbers[each["target"]], each["edge_type"]) for each in edges)
    return Picture(tuple(boxes), tuple(arrows))


def _listed(outcome: Outcome, name: str) -> list[dict[str, Any]]:
    found = outcome.data.get(name)
    return found if isinstance(found, list) else []
