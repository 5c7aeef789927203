"""Runs what is compared in turns, A B C A B C, so that whatever else the machine does falls on all alike."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from bench import measure
from bench.measure import Cost

Costs = Mapping[str, Sequence[Cost]]


def _nothing() -> None:
    pass


class Contestant(NamedTuple):
    """A command, what comes before it outside the timing, and the digest of what it must print, where that is known."""

    name: str
    command: tuple[str, ...]
    folder: Path
    before: Callable[[], None] = _nothing
    answer: str | None = None


class Spread(NamedTuple):
    """A ratio as it was in each round."""

    low: float
    middle: float
    high: float


def play(contestants: Sequence[Contestant], count: int, output: Path) -> Costs:
    """The costs of each, round by round. A first round fills caches of all kinds and is not counted."""
    costs: dict[str, list[Cost]] = {each.name: [] for each in contestants}
    for number in range(count + 1):
        for each in contestants:
            each.before()
            cost = measure.run(each.command, each.folder, output)
            _agrees(each, output)
            if number:
                costs[each.name].append(cost)
    return costs


def digest(output: Path) -> str:
    with output.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def ratio(costs: Costs, over: str, under: str, quantity: Callable[[Cost], float]) -> Spread:
    """How many times more one needs than the other: of the two in each round, never of two rounds."""
    return spread([quantity(a) / quantity(b) for a, b in zip(costs[over], costs[under], strict=True)])


def spread(values: Sequence[float]) -> Spread:
    return Spread(min(values), median(values), max(values))


def _agrees(contestant: Contestant, output: Path) -> None:
    if contestant.answer is not None and digest(output) != contestant.answer:
        kept = output.with_name(f"{output.name}.differs")
        output.replace(kept)
        raise measure.Failed(
            f"{contestant.name} says something else than a full serial run without a cache: {kept}\n"
            f"in {contestant.folder}: {' '.join(contestant.command)}"
        )
