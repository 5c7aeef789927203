"""Holds what a survey looks at: the Markdown files of a repository, shares, and paths."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from meminit.config.building import refusal
from meminit.model.node import Plain
from meminit.model.summary import SEPARATOR

_LONGEST_SAID = 200  # characters of a path that a proposed configuration names

Fields: TypeAlias = Mapping[str, Plain]


class Seen(NamedTuple):
    """A Markdown file: its path, its front matter, and from its body the lookups of its links, and its anchors.

    `fields` is None if the front matter cannot be read. Lookups and anchors are in the form that summaries have.
    """

    path: str
    fields: Fields | None
    lookups: str = ""
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
    """A part of a whole."""

    part: int
    whole: int

    def is_at_least(self, share: float) -> bool:
        """Whether the part is at least this share; never if the whole is nothing, which is no evidence."""
        return self.whole > 0 and self.part >= share * self.whole

    def __str__(self) -> str:
        return f"{self.part} of {self.whole}"


def is_sayable(path: str) -> bool:
    """Whether a configuration can name the path, and people can read it there."""
    return len(path) <= _LONGEST_SAID and path.isprintable() and refusal(path, "") is None


def is_below(path: str, folder: str) -> bool:
    """Whether the path is in the folder, at any depth. The path of the repository itself is empty."""
    return not folder or path.startswith(f"{folder}/")


def counts_below(sizes: Mapping[str, int]) -> Mapping[str, int]:
    """How many files are in each folder at any depth, from how many are directly in each."""
    inside: Counter[str] = Counter()
    for folder, count in sizes.items():
        for above in ancestors(folder):
            inside[above] += count
    return inside


def ancestors(folder: str) -> list[str]:
    """The folder, the one above it, and so on, without the repository itself."""
    found = []
    while folder:
        found.append(folder)
        folder = folder.rpartition("/")[0]
    return found
