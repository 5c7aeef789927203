"""The comparisons of the full form: on one tree, at the start of a process, and as trees grow."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from bench import agreement, declines, memory, peers, rounds, targets
from bench.measure import Cost
from bench.rounds import Contestant, Costs, Spread
from bench.targets import Row, Target
from bench.tools import CARELESS, LIBRARIES, PYTHON, Tools, forget
from bench.trees import Tree, generated

MEGABYTE = 1_000_000
OURS = ("cold", "filling", "warm")
LOOKED_THROUGH = "looked through"
CARELESS_COLD = ("careless", "careless but for YAML", "careless but for reading")
SHORT = 15  # rounds of what takes milliseconds
_THOUSAND = 1_000
_PEAKS = 3  # runs whose memory is looked at


class Need(NamedTuple):
    """What one contestant needed on one tree: seconds, and megabytes where they were measured."""

    tree: str
    name: str
    cpu: float
    wall: float
    memory: float | None


class Subject(NamedTuple):
    """A tree that was measured."""

    tree: str
    files: int
    findings: int
    quick: str = ""  # how many documents a quick scan is enough for, and why others decline it
    declined: str = ""


@dataclass(frozen=True)
class Measured:
    rows: Sequence[Row]
    needs: Sequence[Need]
    subjects: Sequence[Subject] = ()

    def __add__(self, other: "Measured") -> "Measured":
        return Measured([*self.rows, *other.rows], [*self.needs, *other.needs], [*self.subjects, *other.subjects])


def cpu(cost: Cost) -> float:
    return cost.cpu


def wall(cost: Cost) -> float:
    return cost.wall


def on_tree(tools: Tools, tree: Tree, count: int) -> Measured:
    """Everything that is compared on one tree."""
    say(f"{tree.name}: {tree.files} files")
    answer, findings = agreement.reference(tools, tree)
    agreement.hold(tools, tree, answer)
    contestants = [*ours(tools, tree, answer), *_theirs(tools, tree), *_careless(tools, tree), _few(tools)]
    costs = rounds.play(contestants, count, tools.output)
    peaks = {each.name: _peak(tools, each) for each in contestants}
    edited = changing(tools, tree, count)
    needs = [*needs_of(tree, costs, peaks), *needs_of(tree, {"one changed": edited["one changed"]}, {})]
    rows = [*_cold(tree, costs), *_warm(tree, costs), _one_changed(tree, edited), *_bounds(tree, costs)]
    if tree.files in targets.MEMORY:
        rows.append(_memory(tree, peaks))
    return Measured(rows, needs, [_subject(tree, findings)])


def _subject(tree: Tree, findings: int) -> Subject:
    found = declines.of_folder(tree.folder)
    return Subject(tree.name, tree.files, findings, found.quick, found.listed)


def ours(tools: Tools, tree: Tree, answer: str) -> list[Contestant]:
    """The ways in which meminit checks a tree: without a cache, filling an empty one, with nothing changed.

    Where nothing has changed, it gives a kept answer, or looks through everything.
    """
    filling = tools.cache(f"{tree.name}-filling")
    return [
        Contestant("cold", tools.cold(), tree.folder, answer=answer),
        Contestant("filling", tools.cached(filling.name), tree.folder, before=lambda: forget(filling), answer=answer),
        Contestant("warm", tools.cached(f"{tree.name}-warm"), tree.folder, answer=answer),
        Contestant(LOOKED_THROUGH, tools.looked_through(f"{tree.name}-warm"), tree.folder, answer=answer),
    ]


def start(tools: Tools) -> Measured:
    """What a short call costs, beside the import of the libraries that no command can do without."""
    say("start")
    tree = generated(tools.trees, 10)
    contestants = [
        Contestant("import click, orjson", LIBRARIES, tree.folder),
        Contestant("--version", (tools.meminit, "--version"), tree.folder),
        _few(tools),
    ]
    costs = rounds.play(contestants, SHORT, tools.output)
    peaks = {each.name: _peak(tools, each) for each in contestants}
    rows = [
        row(tree, f"`{name}`, CPU, to `import click, orjson`", costs, (name, "import click, orjson", cpu), target)
        for name, target in (("--version", targets.VERSION), ("10 files, warm", targets.FEW))
    ]
    return Measured(rows, needs_of(tree, costs, peaks))


def _few(tools: Tools) -> Contestant:
    """The least that a check takes, whatever the tree that it is held against."""
    tree = generated(tools.trees, 10)
    return Contestant(
        "10 files, warm", tools.cached("ten"), tree.folder, answer=agreement.reference(tools, tree).digest
    )


def growth(tools: Tools, count: int, sizes: tuple[int, int] = (10_000, 100_000)) -> Measured:
    """The cost of a document in a large tree to that in a small one, and the memory that the large one takes."""
    trees = [generated(tools.trees, size) for size in sizes]
    small, large = trees
    say(f"growth from {small.files} to {large.files}")
    contestants = [
        each._replace(name=f"{each.name} {tree.files}")
        for tree in trees
        for each in ours(tools, tree, agreement.reference(tools, tree).digest)
    ]
    costs = rounds.play(contestants, count, tools.output)
    peaks = {each.name: _peak(tools, each) for each in contestants}
    rows, needs = [], []
    for name in OURS:
        spread = rounds.ratio(costs, f"{name} {large.files}", f"{name} {small.files}", cpu)
        each = Spread(*(value * small.files / large.files for value in spread))
        rows.append(Row(f"{name}, CPU of a document, to that in {small.name}", large.name, each, targets.GROWTH))
    for tree in trees:
        names = {f"{name} {tree.files}": name for name in OURS}
        needs += needs_of(tree, {names[key]: costs[key] for key in names}, {names[key]: peaks[key] for key in names})
    return Measured([*rows, _memory(large, {name: peaks[f"{name} {large.files}"] for name in OURS})], needs)


def memory_of(tools: Tools, tree: Tree) -> Measured:
    """What a first check without a cache holds at most; a run that spends time on being looked at."""
    say(f"memory of {tree.files}")
    _, findings = agreement.reference(tools, tree)
    spread = rounds.spread([memory_per_thousand(tools, tree) for _ in range(_PEAKS)])
    row = Row("peak memory of cold, MB per 1,000 documents", tree.name, spread, None)
    return Measured([row], (), [Subject(tree.name, tree.files, findings)])


def memory_per_thousand(tools: Tools, tree: Tree) -> float:
    """Megabytes for each thousand documents, what a process needs in any case included."""
    return _peak(tools, Contestant("cold", tools.cold(), tree.folder)) * _THOUSAND / tree.files


def _theirs(tools: Tools, tree: Tree) -> list[Contestant]:
    contestants = [Contestant("Python", PYTHON, tree.folder)]
    if tools.stat:
        contestants.append(Contestant("stat in C", (tools.stat,), tree.folder))
    for peer in tools.peers.present():
        binary = tools.peers.binaries[peer.name]
        contestants.append(Contestant(peer.name, peer.command(binary, tree), tree.folder))
        if peer.name == "rumdl":
            command = peers.rumdl(binary, tools.cache(f"{tree.name}-rumdl"))
            contestants.append(Contestant("rumdl warm", command, tree.folder))
    return contestants


def _careless(tools: Tools, tree: Tree) -> list[Contestant]:
    """What Python can do at best, or nearly so: see there."""
    kept = tools.cache(f"{tree.name}-careless")
    command = (*CARELESS, str(tree.schema))
    return [
        Contestant("careless", command, tree.folder),
        Contestant("careless, warm", (*command, str(kept)), tree.folder),
        Contestant("careless but for YAML", (*command, "--yaml"), tree.folder),
        Contestant("careless but for reading", (*command, "--reading"), tree.folder),
    ]


def changing(tools: Tools, tree: Tree, count: int) -> Costs:
    """One document is changed before each run, and with it the answer; between two of them, nothing is."""
    edited = agreement.Edited(tree.middle)
    edited.change()
    answer = agreement.reference(tools, tree).digest
    command = tools.cached(f"{tree.name}-warm")
    contestants = [
        Contestant("one changed", command, tree.folder, before=edited.change, answer=answer),
        Contestant(LOOKED_THROUGH, tools.looked_through(f"{tree.name}-warm"), tree.folder, answer=answer),
    ]
    costs = rounds.play(contestants, count, tools.output)
    edited.restore()
    return costs


def _cold(tree: Tree, costs: Costs) -> list[Row]:
    files = tree.files
    least, most = targets.rumdl_cold_cpu(files), targets.rumdl_cold_wall(files)
    return [
        row(tree, "rumdl, CPU, to cold", costs, ("rumdl", "cold", cpu), least),
        row(tree, "rumdl, CPU, to cold while filling a cache", costs, ("rumdl", "filling", cpu), least),
        row(tree, "cold, wall, to rumdl", costs, ("cold", "rumdl", wall), most),
        row(tree, "cold while filling a cache, wall, to rumdl", costs, ("filling", "rumdl", wall), most),
        row(tree, "mdsmith, CPU, to cold", costs, ("mdsmith", "cold", cpu), targets.mdsmith_cpu(files)),
        row(tree, "cold, wall, to mdrefcheck", costs, ("cold", "mdrefcheck", wall), targets.mdrefcheck_wall(files)),
    ]


def _warm(tree: Tree, costs: Costs) -> list[Row]:
    target = targets.rumdl_warm_cpu(tree.files)
    return [
        row(tree, "rumdl warm, CPU, to warm", costs, ("rumdl warm", "warm", cpu), target),
        row(tree, f"rumdl warm, CPU, to {LOOKED_THROUGH}", costs, ("rumdl warm", LOOKED_THROUGH, cpu), None),
        _to_stat(tree, costs, "warm", targets.WARM_STAT),
    ]


def _to_stat(tree: Tree, costs: Costs, name: str, target: Target | None) -> Row:
    work = f"{name}, less the start of Python, CPU, to stat in C"
    if "stat in C" not in costs:
        return Row(work, tree.name, None, target, "no C compiler")
    turns = zip(costs[name], costs["Python"], costs["stat in C"], strict=True)
    values = [(each.cpu - python.cpu) / stat.cpu for each, python, stat in turns]
    return Row(work, tree.name, rounds.spread(values), target)


def _bounds(tree: Tree, costs: Costs) -> list[Row]:
    """What a program would reach that did no more than it must, and that badly."""
    pairs = [(peer, name) for peer in ("rumdl", "mdsmith") for name in CARELESS_COLD]
    return [
        *(row(tree, f"{peer}, CPU, to {name}", costs, (peer, name, cpu), None) for peer, name in pairs),
        row(tree, "rumdl warm, CPU, to 10 files, warm", costs, ("rumdl warm", "10 files, warm", cpu), None),
        row(tree, "rumdl warm, CPU, to careless, warm", costs, ("rumdl warm", "careless, warm", cpu), None),
        _to_stat(tree, costs, "careless, warm", None),
    ]


def _one_changed(tree: Tree, costs: Costs) -> Row:
    target = targets.changed(tree.files)
    pair = ("one changed", LOOKED_THROUGH, cpu)
    return row(tree, f"one changed file, CPU, to {LOOKED_THROUGH}", costs, pair, target)


def row(
    tree: Tree, work: str, costs: Costs, pair: tuple[str, str, Callable[[Cost], float]], target: Target | None
) -> Row:
    over, under, quantity = pair
    if over not in costs or under not in costs:
        return Row(work, tree.name, None, target, "not installed")
    return Row(work, tree.name, rounds.ratio(costs, over, under, quantity), target)


def _memory(tree: Tree, peaks: Mapping[str, float]) -> Row:
    """The worst of the three is judged."""
    values = [peaks[name] for name in OURS]
    spread = Spread(min(values), max(values), max(values))
    return Row("peak memory: cold, filling or warm, MB", tree.name, spread, targets.MEMORY.get(tree.files))


def _peak(tools: Tools, contestant: Contestant) -> float:
    contestant.before()
    return memory.peak(contestant.command, contestant.folder, tools.output) / MEGABYTE


def needs_of(tree: Tree, costs: Costs, peaks: Mapping[str, float]) -> list[Need]:
    return [
        Need(tree.name, name, median(map(cpu, each)), median(map(wall, each)), peaks.get(name))
        for name, each in costs.items()
    ]


def say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
