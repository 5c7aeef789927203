"""What was promised: each row of the table with its bound, and whether it was kept."""

from typing import NamedTuple

from bench.rounds import Spread

SMALL = 2_500  # the smallest real tree has 1,700 files, the next one 3,700
LARGE = 10_000
JUDGED = range(1_500, 15_001)


class Target(NamedTuple):
    """A bound on a ratio, and a bolder one. `least` says which side is good."""

    bound: float
    stretch: float | None = None
    least: bool = False

    def verdict(self, value: float) -> str:
        if not self._is_kept(value, self.bound):
            return "missed"
        return "ok, stretch" if self.stretch is not None and self._is_kept(value, self.stretch) else "ok"

    def __str__(self) -> str:
        words = f"at {'least' if self.least else 'most'} {self.bound:g}"
        return words if self.stretch is None else f"{words} ({self.stretch:g})"

    def _is_kept(self, value: float, bound: float) -> bool:
        return value >= bound if self.least else value <= bound


class Row(NamedTuple):
    """One comparison on one tree. Without a ratio, the note says why there is none."""

    work: str
    tree: str
    ratio: Spread | None
    target: Target | None
    note: str = ""

    @property
    def verdict(self) -> str:
        if self.ratio is None:
            return self.note
        return self.target.verdict(self.ratio.middle) if self.target else "not judged"


def rumdl_cold_cpu(files: int) -> Target | None:
    return Target(2, 3, least=True) if files in JUDGED else None


def rumdl_cold_wall(files: int) -> Target | None:
    return Target(1) if files in JUDGED else None


def mdsmith_cpu(files: int) -> Target:
    return Target(2 if files < SMALL else 3, least=True)


def mdrefcheck_wall(files: int) -> Target:
    if files < SMALL:
        return Target(3, 1)
    return Target(2 if files < LARGE else 1.2, 1)


def rumdl_warm_cpu(files: int) -> Target:
    return Target(2.5 if files < SMALL else 5, 10, least=True)


def changed(files: int) -> Target | None:
    return Target(1.25) if files >= LARGE else None


WARM_STAT = Target(4, 2)
VERSION = Target(1.15)
FEW = Target(1.5)
NEW = Target(1.3)
MOVE = Target(2)
PLAN = Target(2)
ANSWER = Target(1.5)
SCAN = Target(2.5)
FORMAT = Target(1.3)
STREAM = Target(1.03)
SINCE = Target(2)
STAGED = Target(1.5)
GROWTH = Target(1.2)
MEMORY = {15_000: Target(150), 100_000: Target(600)}  # in megabytes
