"""What an author accepts: findings of some codes, in some lines of a document or in all of it."""

from typing import NamedTuple

from meminit.model.finding import Finding

MOST = 1000  # in one document
MOST_LINES = 50_000  # of a body that has any
SURPLUS = -1


class Suppression(NamedTuple):
    """A directive at a place, and the lines that it speaks of; `first` is 0 where it speaks of the whole document.

    One whose `first` is SURPLUS is beyond these bounds: it and those behind it are ignored.
    """

    line: int
    column: int
    first: int
    last: int
    codes: tuple[str, ...]
    reason: str = ""

    def covers(self, finding: Finding) -> bool:
        if finding.code not in self.codes:
            return False
        return not self.first or (finding.line is not None and self.first <= finding.line <= self.last)


class Suppressed(NamedTuple):
    """A finding that is not reported, and why."""

    finding: Finding
    reason: str
