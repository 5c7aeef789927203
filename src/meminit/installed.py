"""Where meminit lies itself, and which distributions are installed, told by the folders that describe them.

`importlib.metadata` tells the same, but to import and ask it takes longer than a small run.
"""

import os
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

PACKAGE = os.path.dirname(os.path.abspath(__file__))
# Inside an installed package the published schemas lie in it; in a checkout they stand at the top of the repository.
_SCHEMAS = (os.path.join(PACKAGE, "schemas"), os.path.join(os.path.dirname(os.path.dirname(PACKAGE)), "schemas"))
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


def schemas() -> str:
    """Where the published schemas lie."""
    return next(place for place in _SCHEMAS if os.path.isdir(place))


def sources(folders: Sequence[str], told: Distribution | None) -> str:
    """What tells the files of a package, which are in these folders, from what they were at any other time.

    Between two versions there are others, for whoever installs from a clone. What an installer has noted of the files
    is the same wherever it has put them; where they just lie, the latest time has to do.
    """
    noted = _noted(folders[0], told) if told else []
    if noted:
        return f"{zlib.crc32(b''.join(noted)):08x}"
    files = [status for folder in folders for status in _files(folder)]
    newest = max((each.st_mtime_ns for each in files), default=0)
    return f"{len(files)} {sum(each.st_size for each in files)} {newest}"


def _noted(folder: str, told: Distribution) -> list[bytes]:
    """The digests of what stands in a folder beside the one that describes it."""
    place, name = os.path.split(folder)
    if place == os.path.dirname(told.folder):
        with suppress(OSError), open(os.path.join(told.folder, "RECORD"), "rb") as opened:
            return [line for line in opened if line.startswith(name.encode() + b"/") and b",sha256=" in line]
    return []


def _files(folder: str) -> Iterator[os.stat_result]:
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            if each.is_dir():
                yield from _files(each.path) if each.name != "__pycache__" else ()
            else:
                yield each.stat()


def _versioned(told: Distribution) -> Distribution:
    """With the version of its description: a folder beside its own sources bears none in its name."""
    versions = (value for name, value in told.heads() if name == "Version")
    return told._replace(version=next(versions, ""))


def named(name: str) -> str:
    """A name as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", name).lower()
