"""Makes repositories by chance, measures what they cost, and makes what costs too much as small as it can be."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from fuzz.cost.case import Case, Part
from fuzz.cost.measuring import Bound, Cost, measured, write
from fuzz.cost.shapes import PLACES

_COMMANDS: Mapping[str, tuple[str, ...]] = {
    "check": ("check", "--no-cache", "--jobs", "1", "--format", "json"),
    "graph": ("graph", "--no-cache", "--format", "json"),
    "backlinks": ("backlinks", "docs/b.md", "--no-cache", "--format", "json"),
    "list": ("list", "--no-cache", "--format", "json"),
    "doctor": ("doctor", "--no-cache", "--format", "json"),
    "scan": ("scan", "--format", "json"),
    "index": ("index", "--no-cache", "--format", "json"),
    "context": ("context", "--deep", "--format", "json"),
}
_LENGTHS = (0, 0, 1, 10, 60, 200, 2_000)
_MOST_SECONDS = 40  # after which a command is ended
_CHECKS = 0.75  # of all cases
_PLACES = ["body", "body", "other body", "other body", "links.ignore", *PLACES]  # what bodies hold is the most various
_NOTHING = Cost(0.0, 0.0, -1)


class Found(NamedTuple):
    """A case above the bound, as it was met and as small as it was made, with what each cost."""

    met: Case
    dear: Cost
    small: Case
    cost: Cost


class Search:
    """Knows what was found already, and looks for something else."""

    def __init__(
        self,
        program: Sequence[str],
        dice: Random,
        bound: Bound = Bound(),  # noqa: B008 - a frozen value
        places: Sequence[str] = _PLACES,
    ) -> None:
        self._program = program
        self._dice = dice
        self._bound = bound
        self._places = places
        self._known: list[frozenset[str]] = []
        self.spent = 0.0  # seconds of processor time
        self.tried = self.refused = 0  # cases, and those that ended without a verdict

    def found(self, seconds: float) -> Iterator[Found]:
        """Until so much processor time is spent."""
        for case in self._cases():
            if self.spent >= seconds:
                break
            if self._is_known(case):
                continue
            self.tried += 1
            cost = self.cost(case)
            self.refused += cost.exit not in {0, 1}
            if not self._bound.is_kept(cost):
                small, least = self._smaller(case, cost)
                self._known.append(frozenset(small.name[1:]))
                yield Found(case, cost, small, least)

    def cost(self, case: Case) -> Cost:
        folder = Path(tempfile.mkdtemp(prefix="meminit-cost-"))
        try:
            try:
                write(folder, case.files())
            except OSError:  # a name that is too long for this system
                cost = _NOTHING
            else:
                cost = measured([*self._program, *_COMMANDS[case.command]], folder, _MOST_SECONDS)
        finally:
            shutil.rmtree(folder)
        self.spent += cost.seconds
        return cost

    def _is_known(self, case: Case) -> bool:
        return any(known <= set(case.name[1:]) for known in self._known)

    def _cases(self) -> Iterator[Case]:
        """Each shape of a body alone, and then any parts together, without end."""
        for shape in PLACES["body"].shapes if "body" in self._places else ():
            yield Case("check", (Part("body", shape, PLACES["body"].edge(shape), 0),))
        while True:
            yield self._case()

    def _case(self) -> Case:
        dice = self._dice
        command = "check" if dice.random() < _CHECKS else dice.choice(list(_COMMANDS))
        places = ["body", *dice.choices(self._places, k=dice.randint(1, 3))]
        return Case(command, tuple(self._part(place, places.count(place)) for place in places))

    def _part(self, place: str, beside: int) -> Part:
        """At the edge of what is allowed as often as not, with so many parts in the same place."""
        dice = self._dice
        shape = PLACES[place].any(dice)
        most = max(1, PLACES[place].edge(shape) // beside)
        times = most if dice.random() < 0.6 else int(most ** dice.uniform(0.5, 1))
        return Part(place, shape, times, dice.choice(_LENGTHS))

    def _smaller(self, case: Case, cost: Cost) -> tuple[Case, Cost]:
        """Whole parts are left out first, then pieces, then letters; what is still above the bound stays."""
        for part in case.parts:
            less = case._replace(parts=tuple(each for each in case.parts if each != part))
            if less.parts:
                case, cost, _ = self._least(case, cost, less)
        for number in range(len(case.parts)):
            part = case.parts[number].fitting()
            for field in ("times", "length"):
                is_dear = True
                while is_dear and getattr(part, field) > 1:
                    part = part._replace(**{field: getattr(part, field) // 2})
                    less = case._replace(parts=(*case.parts[:number], part, *case.parts[number + 1 :]))
                    case, cost, is_dear = self._least(case, cost, less)
                part = case.parts[number]
        return case, cost

    def _least(self, case: Case, cost: Cost, less: Case) -> tuple[Case, Cost, bool]:
        """The smaller case, if it is above the bound as well."""
        of_less = self.cost(less)
        return (case, cost, False) if self._bound.is_kept(of_less) else (less, of_less, True)
