"""What the schemas of a repository may come to together: each by itself may be as large as its own limits let it be."""

from meminit.model.node import Path
from meminit.schema.breach import Uncompilable
from meminit.schema.patterns import MOST_ROOM
from meminit.sources.limits import DEFAULT

_MOST_PARTS = 1_200_000  # of less than 250 bytes of memory; schemas for people have one in ten characters
_OF_OBJECT = 4  # parts that an object may take: each may be a schema
_CHARACTERS = 16  # that take as much as a part
_LIGHT = 8  # times as much as this one comes to would be no burden


class Allowance:
    """Is used up by one schema after the other. `limit` is that of one in bytes, which the command line can raise.

    `contents` are the files that were read on the way, by their paths; None for one that changed meanwhile.
    """

    def __init__(self, limit: int = DEFAULT.schema) -> None:
        self.contents: dict[str, bytes | None] = {}
        self._most = self._left = _MOST_PARTS * max(limit, DEFAULT.schema) // DEFAULT.schema
        self._room = MOST_ROOM

    def note(self, file: str, content: bytes) -> None:
        if self.contents.setdefault(file, content) != content:
            self.contents[file] = None

    def take(self, text: str, place: Path) -> int:
        """The parts of a file, which count for each schema that refers to it; Uncompilable where they are too many."""
        parts = _OF_OBJECT * text.count("{") + text.count("[") + text.count(",") + len(text) // _CHARACTERS
        self._left -= parts
        if self._left < 0:
            raise Uncompilable(place, "the schemas of the repository are too large together to be kept in memory")
        return parts

    def take_patterns(self, room: int) -> None:
        self._room -= room
        if self._room < 0:
            words = "the patterns of the repository's schemas are too many, or repeat too much, to be kept in memory"
            raise Uncompilable((), words)

    def is_light(self, parts: int, room: int) -> bool:
        """Whether parts of a schema may be kept several times."""
        return parts * _LIGHT <= self._most and room * _LIGHT <= MOST_ROOM
