"""Finds where the target of a link stands in the text of a document, and what may be written there."""

from typing import NamedTuple

from meminit.model.link import Link, Spot
from meminit.moving import scalars, targets
from meminit.moving.targets import Place, Target
from meminit.sources import lines


class Source(NamedTuple):
    """The place of a target, with the target taken apart; a value of front matter has its quotes with it."""

    spot: Spot
    target: Target
    value: scalars.Written | None = None


class Sources:
    """The targets in one text."""

    def __init__(self, text: str) -> None:
        self._lines = lines.split(text)

    def source(self, link: Link) -> Source | None:
        """None where the target cannot be told from the text around it."""
        if link.kind == "field":
            return self._field(link)
        spot = link.spot
        if spot is None or not self._line(spot.line).startswith(spot.written, spot.column - 1):
            return None
        if link.kind == "wiki":
            return Source(spot, targets.wiki(spot.written))
        place, is_markdown = self._place(spot)
        return Source(spot, targets.read(spot.written, place, is_markdown=is_markdown))

    def written(self, source: Source, target: str) -> str | None:
        """The text that has to stand there for this target; None where there is none."""
        return scalars.in_place(source.value, target) if source.value else target

    def _line(self, number: int) -> str:
        return self._lines[number - 1] if 0 < number <= len(self._lines) else ""

    def _field(self, link: Link) -> Source | None:
        line, column = self._line(link.line), link.column
        found = scalars.written(line, column, link.target) if column else None
        if found is None or column is None:
            return None
        target = targets.read(link.target, "plain", is_markdown=False)
        return Source(Spot(link.line, column, found.text), target, found)

    def _place(self, spot: Spot) -> tuple[Place, bool]:
        """In what a target stands, and whether that is Markdown and not HTML."""
        line = self._line(spot.line)
        before, end = line[: spot.column - 1], spot.column - 1 + len(spot.written)
        if before.endswith("<") and line[end : end + 1] == ">":
            return "angle", True
        last = before.rstrip()
        if not last or last.endswith(("(", "]:", ">")):
            return "bare", True
        return ("quoted" if last.endswith(('"', "'", ",")) else "unquoted"), False
