"""Judges paths that a configuration names: relative, inside the repository, and not by way of a link out of it."""

import os
import posixpath
import re

from meminit.sources.gate import is_inside

_DRIVE = re.compile(r"^[A-Za-z]:")


def refusal(root: str, path: str) -> str | None:
    """Why the path may not be used; None when it may."""
    if path.startswith(("/", "\\", "~")) or _DRIVE.match(path):
        return f"'{path}' is absolute; paths are relative to the repository"
    if "\0" in path:
        return "a path cannot hold a NUL character"
    if normal(path).split("/")[0] == "..":
        return f"'{path}' lies outside the repository"
    if not is_inside(root, os.path.realpath(os.path.join(root, path))):
        return f"'{path}' leads out of the repository by way of a symbolic link"
    return None


def normal(path: str) -> str:
    """The path with single slashes and without dots; "" for the repository itself."""
    plain = posixpath.normpath(path)
    return "" if plain == "." else plain
