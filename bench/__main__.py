"""The full form: `make bench`, or `python -m bench [PATH...]`. It takes many minutes and a gigabyte of disk."""

import argparse
import datetime as dt
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import answers, comparisons, formats, gating, machine, page, peers, tools, trees
from bench.comparisons import Measured
from bench.measure import Failed
from bench.tools import HERE, WORK, Tools

_GROWTH_ROUNDS = 3
_MEMORY_SIZES = (15_000, 100_000)


def main() -> None:
    chosen = _arguments()
    try:
        _measure(chosen)
    except Failed as failed:
        sys.exit(str(failed))


def _measure(chosen: argparse.Namespace) -> None:
    bench = tools.prepared(chosen.meminit, WORK)
    bench = bench._replace(peers=peers.install(WORK))
    peers.prove(bench.peers, bench.trees / "proof")
    described = _machine(bench)
    measured = Measured((), ())
    for part in _parts(bench, chosen):
        comparisons.say(page.tables(part))
        measured += part
    print(page.text(measured, described))
    if not (chosen.paths or chosen.print_only or "CI" in os.environ):
        _write(page.document(measured, described, dt.datetime.now(dt.UTC).date().isoformat()))


def _parts(bench: Tools, chosen: argparse.Namespace) -> Iterator[Measured]:
    yield comparisons.start(bench)
    for tree in _trees(bench, chosen.paths):
        yield comparisons.on_tree(bench, tree, chosen.rounds)
        yield answers.on_tree(bench, tree, chosen.rounds)
    if not chosen.paths:
        yield formats.on_tree(bench, trees.templates(bench.trees, 15_000, broken=34), chosen.rounds)
        yield gating.on_tree(bench, trees.generated(bench.trees, 15_000), chosen.rounds)
        yield answers.planning(bench, trees.templates(bench.trees, 10_000, broken=100), chosen.rounds)
        yield answers.planning(bench, trees.bare(bench.trees, 10_000), chosen.rounds)
        yield answers.moving(bench, trees.linked(bench.trees, 15_000), chosen.rounds)
        yield comparisons.growth(bench, min(chosen.rounds, _GROWTH_ROUNDS))
        for size in _MEMORY_SIZES:
            yield comparisons.memory_of(bench, trees.templates(bench.trees, size))


def _trees(bench: Tools, paths: list[Path]) -> list[trees.Tree]:
    if paths:
        return [trees.copied(bench.trees, path) for path in paths]
    work = bench.trees
    return [
        *(trees.real(work) or [trees.generated(work, size) for size in (1_700, 3_700)]),
        trees.varied(work, 3_000),
        trees.generated(work, 15_000),
        trees.world(work, 3_000),
        trees.templates(work, 15_000),
        trees.templates(work, 3_000, broken=20),
    ]


def _machine(bench: Tools) -> Mapping[str, str]:
    done = subprocess.run([bench.meminit, "--version"], capture_output=True, text=True, check=True)
    return {**machine.described(), "meminit": done.stdout.split()[-1], **bench.peers.versions}


def _write(text: str) -> None:
    path = HERE.parent / page.PLACE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    print(f"written to {page.PLACE}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="trees to measure, not the usual ones")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run; 5 unless said")
    parser.add_argument(
        "--meminit", default=tools.beside_python(), help="which one to measure; that of .venv unless said"
    )
    parser.add_argument("--print-only", action="store_true", help=f"do not write {page.PLACE}")
    chosen = parser.parse_args()
    missing = [str(path) for path in chosen.paths if not path.is_dir()]
    if missing:
        parser.error(f"there is no folder {', '.join(missing)}")
    return chosen


if __name__ == "__main__":
    main()
