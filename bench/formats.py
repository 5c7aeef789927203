"""What the formats of `check` cost beside JSON, where a third of 15,000 documents has a finding; and the stream."""

from bench import comparisons, rounds, targets
from bench.comparisons import Measured, cpu
from bench.measure import RUN_ID
from bench.rounds import Contestant
from bench.tools import UNKEPT, Tools
from bench.trees import Tree

_FORMATS = ("text", "concise", "md", "github", "gitlab", "azure", "sarif", "junit", "rdjson")
_STREAM = "json-lines"


def on_tree(tools: Tools, tree: Tree, count: int) -> Measured:
    comparisons.say(f"{tree.name}: formats")
    warm = ("--cache-dir", str(tools.cache(f"{tree.name}-formats")), *UNKEPT)
    runs = {"": ("json", warm), " cold": ("json", ("--no-cache", "--jobs", "1"))}
    contestants = [
        *(_contestant(tools, tree, f"json{name}", *each) for name, each in runs.items()),
        *(_contestant(tools, tree, f"{_STREAM}{name}", _STREAM, each[1]) for name, each in runs.items()),
        *(_contestant(tools, tree, name, name, warm) for name in _FORMATS),
    ]
    costs = rounds.play(contestants, count, tools.output)
    rows = [
        comparisons.row(tree, f"`--format {_STREAM}`{name}, CPU, to json", costs, pair, targets.STREAM)
        for name in runs
        for pair in ((f"{_STREAM}{name}", f"json{name}", cpu),)
    ]
    rows += [
        comparisons.row(tree, f"`--format {name}`, CPU, to json", costs, (name, "json", cpu), targets.FORMAT)
        for name in _FORMATS
    ]
    return Measured(rows, [])


def _contestant(tools: Tools, tree: Tree, name: str, chosen: str, how: tuple[str, ...]) -> Contestant:
    return Contestant(name, (tools.meminit, "check", "--format", chosen, "--run-id", RUN_ID, *how), tree.folder)
