"""Finds meminit's own files, its published schemas, and which distributions are installed.

`importlib.metadata` knows of distributions too, but importing and asking it takes longer than a small run.
"""

import os
import re
import sys
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

import orjson

PACKAGE = os.path.dirname(os.path.abspath(__file__))
# Inside an installed package the published schemas lie in it; in a checkout they stand at the top of the repository.
_SCHEMAS = (os.path.join(PACKAGE, "schemas"), os.path.join(os.path.dirname(os.path.dirname(PACKAGE)), "schemas"))
_DESCRIBED = re.compile(r"([A-Za-z0-9._]+)(?:-([^-]+)(?:-py[0-9.]+)?)?\.(?:dist|egg)-info")
_FILES = ("METADATA", "PKG-INFO")
_OWN_SCHEMAS: Mapping[str, str] = {
    "blueprint": "blueprint.schema.json",
    "config": "config.schema.json",
    "docops-config": "docops-config.schema.json",
    "envelope-v1": "agent-output.schema.v1.json",
    "envelope-v2": "agent-output.schema.v2.json",
    "metadata": "metadata.schema.json",
    "plan": "plan.schema.json",
    "response": "response.schema.json",
    "stream": "stream.schema.json",
}
_DATA = "data/"  # the folder of the schemas for what commands return; their names begin with it too
_ENDING = ".json"


class Distribution(NamedTuple):
    """The version, and the folder with its description."""

    version: str
    folder: str

    def heads(self) -> Iterator[tuple[str, str]]:
        """The names and values at the head of its description; none if it cannot be read."""
        for file in _FILES:
            with suppress(OSError), open(os.path.join(self.folder, file), encoding="utf-8", errors="replace") as opened:
                for line in opened:
                    if not line.strip():
                        return  # the long description follows
                    name, _, value = line.partition(":")
                    yield name, value.strip()


def distributions() -> Mapping[str, Distribution]:
    """Those that Python would import, by their names as `named` spells them; archives are not searched."""
    found: dict[str, Distribution] = {}
    for directory in sys.path:
        with suppress(OSError):
            for entry in os.listdir(directory or os.curdir):
                described = _DESCRIBED.fullmatch(entry) if entry.endswith("-info") else None
                if described:
                    known = Distribution(described[2] or "", os.path.join(directory, entry))
                    found.setdefault(named(described[1]), known if known.version else _versioned(known))
    return found


def schemas() -> str:
    """The folder with the published schemas."""
    return next(place for place in _SCHEMAS if os.path.isdir(place))


def sources(folders: Sequence[str], installed: Distribution | None) -> str:
    """A text that differs whenever the files of a package, which are in these folders, have changed.

    Anyone who installs from a clone has states between two versions. The digests that an installer has recorded are
    the same wherever it has put the files; without them, the latest time has to do.
    """
    noted = _noted(folders[0], installed) if installed else []
    if noted:
        return f"{zlib.crc32(b''.join(noted)):08x}"
    files = [status for folder in folders for status in _files(folder)]
    newest = max((each.st_mtime_ns for each in files), default=0)
    return f"{len(files)} {sum(each.st_size for each in files)} {newest}"


def _noted(folder: str, installed: Distribution) -> list[bytes]:
    """The recorded digests of the files in a folder, if that lies beside the one that describes it."""
    place, name = os.path.split(folder)
    if place == os.path.dirname(installed.folder):
        with suppress(OSError), open(os.path.join(installed.folder, "RECORD"), "rb") as opened:
            return [line for line in opened if line.startswith(name.encode() + b"/") and b",sha256=" in line]
    return []


def _files(folder: str) -> Iterator[os.stat_result]:
    with suppress(OSError), os.scandir(folder) as found:
        for each in found:
            if each.is_dir():
                yield from _files(each.path) if each.name != "__pycache__" else ()
            else:
                yield each.stat()


def _versioned(known: Distribution) -> Distribution:
    """With the version from its description: a folder beside its own sources has none in its name."""
    versions = (value for name, value in known.heads() if name == "Version")
    return known._replace(version=next(versions, ""))


def named(name: str) -> str:
    """The one spelling that stands for all spellings of a name."""
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def names() -> tuple[str, ...]:
    """The names of all published schemas."""
    files = os.listdir(os.path.join(schemas(), _DATA))
    return tuple(
        sorted([*_OWN_SCHEMAS, *(_DATA + each.removesuffix(_ENDING) for each in files if each.endswith(_ENDING))])
    )


@cache
def published(name: str) -> Mapping[str, object]:
    """The schema with that name, which must be one of `names()`."""
    file = _OWN_SCHEMAS.get(name, f"{name}{_ENDING}")
    with open(os.path.join(schemas(), *file.split("/")), "rb") as opened:
        content: dict[str, object] = orjson.loads(opened.read())
    return content
