"""Judges paths that a configuration names: relative, inside the repository, and not by way of a link out of it."""

import os
import posixpath
import re

from meminit.paths import RealPaths
from meminit.sources.gate import is_inside
from meminit.words import LONGEST_PATH, quoted

_DRIVE = re.compile(r"^[A-Za-z]:")


def refusal(path: str, base: str) -> str | None:
    """Why a path may not be used, from its form alone; None when it may. `base` is what it is relative to."""
    if len(path) > LONGEST_PATH:
        return f"{quoted(path)} is longer than any path can be"
    if path.startswith(("/", "\\", "~")) or _DRIVE.match(path):
        return f"{quoted(path)} is absolute; paths are relative to {base}"
    if "://" in path:
        return f"{quoted(path)} is an address; paths are relative to {base}"
    if "\0" in path:
        return "a path cannot hold a NUL character"
    if normal(path).split("/")[0] == "..":
        return f"{quoted(path)} lies outside {base}"
    return None


def escapes(real_paths: RealPaths, root: str, path: str) -> bool:
    """Whether a path of the repository leads out of it by way of a link."""
    return not is_inside(root, real_paths.of(os.path.join(root, path)).path)


def normal(path: str) -> str:
    """The path with single slashes and without dots; "" for the repository itself."""
    plain = posixpath.normpath(path)
    return "" if plain == "." else plain
