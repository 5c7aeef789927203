"""Bodies that people wrote: those of the trees below MEMINIT_TEST_DATA."""

import os
from pathlib import Path
from random import Random

from dev.parsers import documents

from meminit.documents import front_matter

_MOST_LINES = 40


class Bodies:
    """Of one tree, whichever the dice choose; all of them would take long to unpack."""

    def __init__(self) -> None:
        self._bodies: list[str] | None = None

    def some_lines(self, dice: Random) -> str:
        """A few lines in a row of some document; nothing where there are no trees."""
        if self._bodies is None:
            self._bodies = _chosen(dice)
        lines = dice.choice(self._bodies or [""]).splitlines(keepends=True)
        start = dice.randrange(len(lines) or 1)
        return "".join(lines[start : start + dice.randint(1, _MOST_LINES)])


def _chosen(dice: Random) -> list[str]:
    data = os.environ.get("MEMINIT_TEST_DATA")
    archives = sorted(Path(data, "corpora").glob("*.tar.xz")) if data else []
    found = documents(dice.choice(archives)) if archives else ()
    return [text[front_matter.read(text).body_at :] for _, text in found]
