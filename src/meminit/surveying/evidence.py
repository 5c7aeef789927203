"""What was seen of a repository, as far as conventions can be told from it."""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from meminit.config.places import refusal
from meminit.model.node import Plain
from meminit.model.summary import SEPARATOR

_LONGEST_SAID = 200  # characters of a path in a configuration, which has room for so many only

Fields: TypeAlias = Mapping[str, Plain]


class Seen(NamedTuple):
    """A Markdown file: its path, its front matter (None where there is none that can be understood), and of its body
    what links ask and what may be asked for by links, in the form of cards."""

    path: str
    fields: Fields | None
    questions: str = ""
    anchors: str = ""

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    def has_anchor(self, anchor: str) -> bool:
        return f"{SEPARATOR}{anchor}{SEPARATOR}" in self.anchors


class Share(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    def is_at_least(self, share: float) -> bool:
        """Nothing of nothing is no evidence."""
        return self.whole > 0 and self.part >= share * self.whole

    def __str__(self) -> str:
        return f"{self.part} of {self.whole}"


def is_sayable(path: str) -> bool:
    """Whether a configuration may name the path, and people can read it there."""
    return len(path) <= _LONGEST_SAID and path.isprintable() and refusal(path, "") is None


def is_below(path: str, folder: str) -> bool:
    """Whether the path lies in the folder or deeper; all paths lie in the repository, whose path is empty."""
    return not folder or path.startswith(f"{folder}/")


def ancestors(folder: str) -> list[str]:
    """The folder, the one above it, and so on; without the repository itself."""
    found = []
    while folder:
        found.append(folder)
        folder = folder.rpartition("/")[0]
    return found
