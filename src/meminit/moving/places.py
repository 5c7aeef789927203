"""Finds where the target of a link stands in the text of a document, and what may be written there."""

from typing import NamedTuple

from meminit.model.link import Link, TargetPlace
from meminit.moving import scalars, spelling
from meminit.moving.spelling import Enclosure, Target
from meminit.sources import lines


class Source(NamedTuple):
    """The place of a target, with the target taken apart; a value of front matter has its quotes with it."""

    place: TargetPlace
    target: Target
    value: scalars.Written | None = None


class Sources:
    """The targets in one text."""

    def __init__(self, text: str) -> None:
        self._lines = lines.split(text)

    def source(self, link: Link) -> Source | None:
        """None where the target cannot be separated from the text around it."""
        if link.kind == "field":
            return self._field(link)
        place = link.target_place
        if place is None or not self._line(place.line).startswith(place.written, place.column - 1):
            return None
        if link.kind == "wiki":
            return Source(place, spelling.wiki(place.written))
        enclosure, is_markdown = self._enclosure(place)
        return Source(place, spelling.read(place.written, enclosure, is_markdown=is_markdown))

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
        target = spelling.read(link.target, "plain", is_markdown=False)
        return Source(TargetPlace(link.line, column, found.text), target, found)

    def _enclosure(self, place: TargetPlace) -> tuple[Enclosure, bool]:
        """In what a target stands, and whether that is Markdown and not HTML."""
        line = self._line(place.line)
        before, end = line[: place.column - 1], place.column - 1 + len(place.written)
        if before.endswith("<") and line[end : end + 1] == ">":
            return "angle", True
        last = before.rstrip()
        if not last or last.endswith(("(", "]:", ">")):
            return "bare", True
        return ("quoted" if last.endswith(('"', "'", ",")) else "unquoted"), False
