"""The quick form: `make bench-quick`. Half a minute, no peers, and it fails only if something has become half as good.

Each ratio is one of CPU times measured in turns, the smallest of each, against what is Python's work as well: the
import of two libraries, or another way to check. How Python compares with the system's own work differs from one
processor to the next by more than what is looked for here. Memory is in megabytes for a thousand documents. The figures
that are expected stand in `reference.json`, and `--accept` writes them anew. What is too dear is measured once more
before it counts, since machines are busy at times.
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bench import agreement, comparisons, rounds, tools
from bench.measure import Failed
from bench.rounds import Contestant, Costs
from bench.tools import HERE, LIBRARIES, PYTHON, WORK, Tools
from bench.trees import Tree, generated, templates, varied, world

REFERENCE = HERE / "reference.json"
_FILES = 1_500
_VARIED = 300
_TEMPLATES, _BROKEN = 500, 20  # documents, and how many in a hundred have a fault where some have
_MANY = 15_000  # documents that fill memory
_ROUNDS = 4
_SHORT = 10  # rounds of what takes milliseconds
_WORSE = 2.0

# Smaller is better in all of them.
_RATIOS: Mapping[str, tuple[str, str]] = {
    "--version to import click, orjson": ("--version", "libraries"),
    "10 files, warm, to import click, orjson": ("10 files", "libraries"),
    "cold to import click, orjson": ("cold", "libraries"),
    "cold to cold in one process": ("cold", "serial"),
    "filling to cold": ("filling", "cold"),
    "looked through to cold": ("looked through", "cold"),
    "looked through to import click, orjson": ("looked through", "libraries"),
    "one changed to looked through": ("one changed", "looked through"),
    "templates, cold to import click, orjson": ("templates cold", "libraries"),
    "templates, looked through to cold": ("templates looked through", "templates cold"),
    "templates, broken to all good": ("broken cold", "templates cold"),
    "world, cold to import click, orjson": ("world cold", "libraries"),
}
_MEMORY = "templates, MB per 1,000 documents"


class _Trees(NamedTuple):
    """Of some size, of ten, as our templates write documents with and without faults, as in the world, and many."""

    some: Tree
    ten: Tree
    templates: Tree
    broken: Tree
    world: Tree
    many: Tree


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.quick", description=__doc__)
    parser.add_argument("--accept", action="store_true", help="make what is measured now the reference")
    parser.add_argument("--meminit", default=tools.beside_python(), help="which one to measure, if not that of .venv")
    chosen = parser.parse_args()
    try:
        _judge(tools.prepared(chosen.meminit, WORK / "quick"), accept=chosen.accept)
    except Failed as failed:
        sys.exit(str(failed))


def worse(found: Mapping[str, float], expected: Mapping[str, float]) -> list[str]:
    """The ratios that are more than twice what they should be; one that nobody expects is fine."""
    return [name for name, value in found.items() if name in expected and value > _WORSE * expected[name]]


def _judge(bench: Tools, *, accept: bool) -> None:
    trees = _prepared(bench)
    found = _measured(bench, trees)
    expected = json.loads(REFERENCE.read_text(encoding="utf-8"))
    if not accept and worse(found, expected):
        print("Once more, as it seems to be slower than it was ...", flush=True)
        again = _measured(bench, trees)
        found = {name: min(value, again[name]) for name, value in found.items()}
    for name, value in found.items():
        said = f"reference {expected[name]:.2f}" if name in expected else "no reference"
        print(f"{name:40} {value:8.2f}  {said}")
    if accept:
        _write(REFERENCE, {name: round(value, 2) for name, value in found.items()})
    elif bad := worse(found, expected):
        sys.exit(f"more than {_WORSE:g} times the reference: {', '.join(bad)}")


def _prepared(bench: Tools) -> _Trees:
    """All ways agree also where there is something to find, which is seen first."""
    work = bench.trees
    made = _Trees(
        generated(work, _FILES),
        generated(work, 10),
        templates(work, _TEMPLATES),
        templates(work, _TEMPLATES, broken=_BROKEN),
        world(work, _TEMPLATES),
        templates(work, _MANY),
    )
    for tree in (varied(work, _VARIED), made.broken, made.world):
        answer = agreement.reference(bench, tree).digest
        agreement.hold(bench, tree, answer)
        rounds.play(comparisons.ours(bench, tree, answer), 1, bench.output)
    return made


def _measured(bench: Tools, trees: _Trees) -> Mapping[str, float]:
    least = _least_needs(bench, trees)
    found = {name: least[a] / least[b] for name, (a, b) in _RATIOS.items()}
    return {**found, _MEMORY: comparisons.memory_per_thousand(bench, trees.many)}


def _least_needs(bench: Tools, trees: _Trees) -> Mapping[str, float]:
    tree, ten = trees.some, trees.ten
    answer = agreement.reference(bench, tree).digest
    short = [
        Contestant("libraries", LIBRARIES, ten.folder),
        Contestant("--version", (bench.meminit, "--version"), ten.folder),
        Contestant("10 files", bench.cached("ten"), ten.folder, answer=agreement.reference(bench, ten).digest),
        Contestant("python", PYTHON, tree.folder),
    ]
    serial = Contestant("serial", bench.serial(), tree.folder, answer=answer)
    least = {
        **_least(comparisons.changing(bench, tree, _ROUNDS)),
        **_least(rounds.play(short, _SHORT, bench.output)),
        **_least(rounds.play([serial, *comparisons.ours(bench, tree, answer)], _ROUNDS, bench.output)),
        **_least(rounds.play(_of_templates(bench, trees), _ROUNDS, bench.output)),
    }
    # What Python itself needs to start says nothing about how files are dealt with.
    for name in least.keys() - {"python", "libraries", "--version", "10 files"}:
        least[name] -= least["python"]
    return least


def _of_templates(bench: Tools, trees: _Trees) -> list[Contestant]:
    """In one process each, since a few hundred documents are shared in one way at a time and in another the next."""
    several = (trees.templates, trees.broken, trees.world)
    good, broken, of_world = (agreement.reference(bench, each).digest for each in several)
    return [
        Contestant("templates cold", bench.serial(), trees.templates.folder, answer=good),
        Contestant("templates looked through", bench.looked_through("templates"), trees.templates.folder, answer=good),
        Contestant("broken cold", bench.serial(), trees.broken.folder, answer=broken),
        Contestant("world cold", bench.serial(), trees.world.folder, answer=of_world),
    ]


def _least(costs: Costs) -> dict[str, float]:
    return {name: min(each.cpu for each in played) for name, played in costs.items()}


def _write(path: Path, ratios: Mapping[str, float]) -> None:
    path.write_text(json.dumps(ratios, indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
