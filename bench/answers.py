"""What the commands that ask cost beside a check in which nothing has changed; each must answer as without a cache."""

import shutil
from collections.abc import Iterator

from bench import comparisons, measure, rounds, targets
from bench.comparisons import Measured, cpu
from bench.measure import RUN_ID
from bench.rounds import Contestant
from bench.tools import Tools
from bench.trees import Tree

_AS_JSON = ("--format", "json")
_CONDITION = 'has(title) and not (title == "x")'
_INDEX = "meminit.index.json"


def on_tree(tools: Tools, tree: Tree, count: int) -> Measured:
    comparisons.say(f"{tree.name}: answers")
    warm = Contestant("warm", tools.cached(f"{tree.name}-warm"), tree.folder)
    asking = list(_asking(tools, tree))
    costs = rounds.play([warm, *asking], count, tools.output)
    for folder in {path.parent for path in tree.folder.rglob(_INDEX)}:
        shutil.rmtree(folder)
    rows = [
        comparisons.row(tree, f"`{each.name}`, CPU, to warm", costs, (each.name, "warm", cpu), _target(each))
        for each in asking
    ]
    return Measured(rows, comparisons.needs_of(tree, {each.name: costs[each.name] for each in asking}, {}))


def _asking(tools: Tools, tree: Tree) -> Iterator[Contestant]:
    document = tree.middle.relative_to(tree.folder).as_posix()
    cache = ("--cache-dir", str(tools.cache(f"{tree.name}-warm")))
    yield _contestant(tools, tree, ("context", "--deep"), ())
    for arguments in (
        ("backlinks", document, *_AS_JSON),
        ("list",),
        ("list", "--where", _CONDITION, "--limit", "20", *_AS_JSON),
        ("graph",),
        ("graph", "--around", document, *_AS_JSON),
        ("graph", *_AS_JSON),
        ("index",),
        ("doctor",),
        ("scan",),
    ):
        yield _contestant(tools, tree, arguments, cache)


def _contestant(tools: Tools, tree: Tree, arguments: tuple[str, ...], cache: tuple[str, ...]) -> Contestant:
    document = tree.middle.relative_to(tree.folder).as_posix()
    name = " ".join({document: "PATH", _CONDITION: "..."}.get(each, each) for each in arguments)
    command = (tools.meminit, *arguments, "--run-id", RUN_ID)
    without = (*command, "--no-cache") if cache else command
    if arguments[0] == "index":
        measure.run(command, tree.folder, tools.output)  # afterwards it is up to date
    measure.run(without, tree.folder, tools.output)
    return Contestant(name, (*command, *cache), tree.folder, answer=rounds.digest(tools.output))


def _target(contestant: Contestant) -> targets.Target:
    return targets.SCAN if contestant.name == "scan" else targets.ANSWER
