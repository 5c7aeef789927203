"""The documents of a run, as far as links need to know them."""

from collections.abc import Iterator
from typing import Protocol

from meminit.model.document import KeptDocument


class Library(Protocol):
    def get(self, file: str) -> KeptDocument | None:
        """The governed document in a file, with its anchors."""

    def __contains__(self, file: object) -> bool: ...

    def values(self, field: str) -> Iterator[tuple[str, str]]:
        """What a field of the front matter holds, value by value, and in which file."""
