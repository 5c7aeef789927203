"""What the commands that ask cost beside a check in which nothing has changed; each must answer as without a cache."""

import shutil
from collections.abc import Iterable

from bench import comparisons, measure, rounds, targets
from bench.comparisons import Measured, cpu
from bench.measure import RUN_ID
from bench.rounds import Contestant
from bench.tools import Tools
from bench.trees import Tree

_AS_JSON = ("--format", "json")
_PATH, _ANY = "PATH", "..."  # some document, and a condition that all of them meet
_BESIDE = "BESIDE"  # another name in the folder of that document
_CONDITION = 'has(title) and not (title == "x")'
_INDEX = "meminit.index.json"
_ASKING = (
    ("context", "--deep"),
    ("backlinks", _PATH, *_AS_JSON),
    ("list",),
    ("list", *_AS_JSON),
    ("list", "--where", _ANY, "--limit", "20", *_AS_JSON),
    ("graph",),
    ("graph", "--around", _PATH, *_AS_JSON),
    ("graph", *_AS_JSON),
    ("graph", "--format", "mermaid"),
    ("index",),
    ("index", *_AS_JSON),
    ("doctor",),
)
_PAGES = (("index", "--catalog", "--kanban"), ("index", "--catalog", "--kanban", *_AS_JSON))
_NEW = (("new", "ADR", "Queues", "--dry-run"),)
_MOVE = (("move", _PATH, _BESIDE, *_AS_JSON),)


def on_tree(tools: Tools, tree: Tree, count: int) -> Measured:
    comparisons.say(f"{tree.name}: answers")
    measured = _measured(tools, tree, (*_ASKING, *_MOVE), count)
    if "document_id" in tree.fields:  # elsewhere pages lack what the schema of the tree requires
        measured += _measured(tools, tree, (*_PAGES, *_NEW), count)
    measured += _beside_cold(tools, tree, "scan --no-cache", targets.SCAN, count)
    for folder in {path.parent for path in tree.folder.rglob(_INDEX)}:
        shutil.rmtree(folder)
    return measured


def planning(tools: Tools, tree: Tree, count: int) -> Measured:
    """What it costs to plan the corrections of a tree in which every document has a fault, beside a first check."""
    comparisons.say(f"{tree.name}: corrections")
    return _beside_cold(tools, tree, "fix --no-cache --today 2026-01-01", targets.PLAN, count)


def moving(tools: Tools, tree: Tree, count: int) -> Measured:
    """What it costs to move a document that hundreds of links lead to."""
    comparisons.say(f"{tree.name}: move")
    return _measured(tools, tree, _MOVE, count)


def _beside_cold(tools: Tools, tree: Tree, words: str, target: targets.Target, count: int) -> Measured:
    command = (tools.meminit, *words.split(), *_AS_JSON, "--run-id", RUN_ID)
    contestants = [Contestant("cold", tools.cold(), tree.folder), Contestant(words, command, tree.folder)]
    costs = rounds.play(contestants, count, tools.output)
    row = comparisons.row(tree, f"`{words}`, CPU, to cold", costs, (words, "cold", cpu), target)
    return Measured([row], comparisons.needs_of(tree, {words: costs[words]}, {}))


def _measured(tools: Tools, tree: Tree, commands: Iterable[tuple[str, ...]], count: int) -> Measured:
    base = comparisons.LOOKED_THROUGH
    check = Contestant(base, tools.looked_through(f"{tree.name}-warm"), tree.folder)
    asking = [_contestant(tools, tree, each) for each in commands]
    costs = rounds.play([check, *asking], count, tools.output)
    rows = [
        comparisons.row(tree, f"`{each.name}`, CPU, to {base}", costs, (each.name, base, cpu), _target(each))
        for each in asking
    ]
    return Measured(rows, comparisons.needs_of(tree, {each.name: costs[each.name] for each in asking}, {}))


def _contestant(tools: Tools, tree: Tree, named: tuple[str, ...]) -> Contestant:
    document = tree.middle.relative_to(tree.folder).as_posix()
    beside = (tree.middle.parent / f"moved-{tree.middle.name}").relative_to(tree.folder).as_posix()
    arguments = [{_PATH: document, _ANY: _CONDITION, _BESIDE: beside}.get(each, each) for each in named]
    command = (tools.meminit, *arguments, "--run-id", RUN_ID)
    asks_documents = arguments[0] != "context"
    if arguments[0] == "index":
        measure.run(command, tree.folder, tools.output)  # afterwards it is up to date
    measure.run((*command, "--no-cache") if asks_documents else command, tree.folder, tools.output)
    cache = ("--cache-dir", str(tools.cache(f"{tree.name}-warm"))) if asks_documents else ()
    return Contestant(" ".join(named), (*command, *cache), tree.folder, answer=rounds.digest(tools.output))


def _target(contestant: Contestant) -> targets.Target:
    if contestant.name.startswith("new "):
        return targets.NEW
    if contestant.name.startswith("move "):
        return targets.MOVE
    return targets.ANSWER
