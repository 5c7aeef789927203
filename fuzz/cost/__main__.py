"""`python -m fuzz.cost [SECONDS] [--seed N]` spends so much processor time in search of what costs too much."""

import argparse
import sys
import time
from pathlib import Path
from random import Random

from fuzz.cost.case import Case
from fuzz.cost.measuring import Cost
from fuzz.cost.searching import Search

_SECONDS = 900.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m fuzz.cost", description=__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=_SECONDS, help=f"{_SECONDS:g} unless said")
    parser.add_argument("--seed", type=int, default=None, help="the same seed makes the same repositories")
    chosen = parser.parse_args()
    seed = time.time_ns() % 2**32 if chosen.seed is None else chosen.seed
    print(f"seed {seed}, {chosen.seconds:g} s", flush=True)
    search = Search([str(Path(sys.executable).parent / "meminit")], Random(seed))
    every = []
    for found in search.found(chosen.seconds):
        every.append(found)
        print(f"{_told(found.cost)}  {_named(found.small)}", flush=True)
        print(f"    met as {_told(found.dear)}  {_named(found.met)}", flush=True)
    print(f"{search.tried} repositories, {search.refused} refused, {search.spent:.0f} s, {len(every)} above the bound")
    sys.exit(1 if every else 0)


def _told(cost: Cost) -> str:
    return f"{cost.seconds:.1f} s, {cost.megabytes:.0f} MB, exit {cost.exit}"


def _named(case: Case) -> str:
    parts = (f"{each.fitting().times:,} x {each.shape} ({each.length}) in {each.place}" for each in case.parts)
    return f"{case.command}: {'; '.join(parts)}"


if __name__ == "__main__":
    main()
