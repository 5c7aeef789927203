"""What it costs to gate a pull request of five documents, beside a check that looks through all of them."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from bench import rounds, targets
from bench.comparisons import LOOKED_THROUGH, Measured, cpu, needs_of, row, say
from bench.rounds import Contestant
from bench.tools import UNKEPT, Tools
from bench.trees import Tree

_CHANGED = 5
_WHO = ("-c", "user.name=bench", "-c", "user.email=bench@example.com", "-c", "commit.gpgsign=false")


def on_tree(tools: Tools, tree: Tree, count: int) -> Measured:
    """Five documents have a new broken link. Base is judged where one more is gone, to which others link."""
    say(f"{tree.name}: gating")
    folder = _committed(tools, tree)
    every = sorted(folder.rglob("*.md"))
    chosen = every[:: len(every) // _CHANGED][:_CHANGED]
    for each in chosen:
        each.write_text(each.read_text(encoding="utf-8") + "\n[new](nowhere.md)\n", encoding="utf-8")
    _git(folder, "commit", "--quiet", "--all", "--message", "change")
    since, staged = ("--since", "main"), ("--staged",)
    costs = dict(rounds.play(_ways(tools, folder, {"since": since}), count, tools.output))
    every[len(every) // 2].unlink()
    _git(folder, "commit", "--quiet", "--all", "--message", "remove")
    judged = rounds.play(_ways(tools, folder, {"since, base judged": since}), count, tools.output)
    for each in chosen:
        each.write_text(each.read_text(encoding="utf-8") + "\n[newer](nowhere.md)\n", encoding="utf-8")
    _git(folder, "add", "--all")
    index = rounds.play(_ways(tools, folder, {"staged, base judged": staged}), count, tools.output)
    rows = [
        row(tree, f"{name}, CPU, to {LOOKED_THROUGH}", each, (name, LOOKED_THROUGH, cpu), target)
        for name, each, target in (
            ("since", costs, targets.SINCE),
            ("since, base judged", judged, targets.SINCE),
            ("staged, base judged", index, targets.STAGED),
        )
    ]
    own = {name: each[name] for name, each in (("since", costs), ("since, base judged", judged)) if name in each}
    return Measured(rows, needs_of(tree, own, {}))


def _ways(tools: Tools, folder: Path, ways: dict[str, Sequence[str]]) -> list[Contestant]:
    looked_through = Contestant(LOOKED_THROUGH, tools.looked_through("gated"), folder)
    own = (Contestant(name, (*tools.cached("gated"), *UNKEPT, *words), folder) for name, words in ways.items())
    return [looked_through, *own]


def _committed(tools: Tools, tree: Tree) -> Path:
    folder = tools.work / "gated"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(tree.folder, folder)
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", "base")
    _git(folder, "checkout", "--quiet", "-b", "topic")
    return folder


def _git(folder: Path, *words: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", *_WHO, *words], cwd=folder, check=True, capture_output=True, env=environment)
