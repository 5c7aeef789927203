"""Looks at what meminit runs in: Python, the libraries, and the directory where it keeps what it has read."""

import os
import re
import sys
from collections.abc import Iterator

from meminit.cache import directory as shelf
from meminit.diagnosis import PYTHON, Environment, Library
from meminit.installed import distributions, named
from meminit.paths import real_path
from meminit.sources.gate import is_inside
from meminit.words import encodable
from meminit.workspace.workspace import Effort

_OWN = "meminit"
_FLOOR = re.compile(r">=\s*([0-9][0-9.]*)")
_NEEDED = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)[^;]*?>=\s*([0-9][0-9.]*)[^;]*")  # under no condition


def environment(root: str, effort: Effort) -> Environment:
    return Environment(_cache_problem(root, effort), tuple(_libraries()))


def _libraries() -> Iterator[Library]:
    """Nothing, where meminit is not installed but only lies there: then nobody says what it needs."""
    known = distributions()
    own = known.get(_OWN)
    for name, value in own.heads() if own else ():
        if name == "Requires-Python" and (floor := _FLOOR.search(value)):
            yield Library(PYTHON, ".".join(map(str, sys.version_info[:3])), floor[1])
        elif name == "Requires-Dist" and (needed := _NEEDED.fullmatch(value)):
            found = known.get(named(needed[1]))
            yield Library(needed[1], found.version if found else None, needed[2])


def _cache_problem(root: str, effort: Effort) -> str | None:
    """Why nothing can be kept, as far as one can tell without trying."""
    if not effort.uses_cache:
        return None
    place = shelf.directory(effort.cache_dir)
    if place is None:
        return "this user has no cache directory"
    if is_inside(root, real_path(place)):
        return f"{encodable(place)} lies in the repository, where meminit keeps nothing"
    there = place
    while not os.path.lexists(there) and there != os.path.dirname(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        return f"{encodable(there)} is not a directory"
    return None if os.access(there, os.W_OK | os.X_OK) else f"{encodable(there)} may not be written to"
