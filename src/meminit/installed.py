"""Which distributions are installed, told by the folders that describe them.

`importlib.metadata` tells the same, but to import and ask it takes longer than a small run.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

_DESCRIBED = re.compile(r"([A-Za-z0-9._]+)(?:-([^-]+)(?:-py[0-9.]+)?)?\.(?:dist|egg)-info")
_FILES = ("METADATA", "PKG-INFO")


class Distribution(NamedTuple):
    """The version, and the folder where all else is told."""

    version: str
    folder: str

    def heads(self) -> Iterator[tuple[str, str]]:
        """The names and values at the head of its description; nothing where it cannot be read."""
        for file in _FILES:
            with suppress(OSError), open(os.path.join(self.folder, file), encoding="utf-8", errors="replace") as opened:
                for line in opened:
                    if not line.strip():
                        return  # what follows is its long form
                    name, _, value = line.partition(":")
                    yield name, value.strip()


def distributions() -> Mapping[str, Distribution]:
    """By their names as `named` has them, those that Python would import; archives are not looked into."""
    found: dict[str, Distribution] = {}
    for directory in sys.path:
        with suppress(OSError):
            for entry in os.listdir(directory or os.curdir):
                described = _DESCRIBED.fullmatch(entry) if entry.endswith("-info") else None
                if described:
                    told = Distribution(described[2] or "", os.path.join(directory, entry))
                    found.setdefault(named(described[1]), told if told.version else _versioned(told))
    return found


def _versioned(told: Distribution) -> Distribution:
    """With the version of its description: a folder beside its own sources bears none in its name."""
    versions = (value for name, value in told.heads() if name == "Version")
    return told._replace(version=next(versions, ""))


def named(name: str) -> str:
    """A name as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", name).lower()
