"""Judges the paths that a configuration names, and finds the schema of a namespace."""

import os
import posixpath
import re

from meminit.config.settings import DEFAULT_SCHEMA, Namespace, Settings, below
from meminit.paths import RealPaths
from meminit.sources.files import Files
from meminit.sources.gate import is_inside
from meminit.words import LONGEST_PATH, quoted

_DRIVE = re.compile(r"^[A-Za-z]:")


def refusal(path: str, base: str) -> str | None:
    """Why a path cannot be used, judged from its text alone; None if it can. `base` names what it is relative to."""
    if len(path) > LONGEST_PATH:
        return f"{quoted(path)} is too long for a path"
    if path.startswith(("/", "\\", "~")) or _DRIVE.match(path):
        return f"{quoted(path)} is absolute; write a path relative to {base}"
    if "://" in path:
        return f"{quoted(path)} is an address; write a path relative to {base}"
    if "\0" in path:
        return "a path cannot have a NUL character in it"
    if normal(path).split("/")[0] == "..":
        return f"{quoted(path)} leads out of {base}; write a path inside it"
    return None


def escapes(real_paths: RealPaths, root: str, path: str) -> bool:
    """Whether a path of the repository leads out of it through a link."""
    return not is_inside(root, real_paths.of(os.path.join(root, path)).path)


def normal(path: str) -> str:
    """The path with single slashes and without dots; "" for the repository itself."""
    plain = posixpath.normpath(path)
    return "" if plain == "." else plain


def schema_path(files: Files, settings: Settings, namespace: Namespace) -> str | None:
    """The path of a namespace's schema; "" for no schema at all, None for the built-in one."""
    if namespace.schema is not None:
        return namespace.schema
    places = usual_places(settings, namespace)
    return next((each for each in places if files.may_be_there(each)), None)


def usual_places(settings: Settings, namespace: Namespace) -> tuple[str, ...]:
    """Where a schema is looked for, in this order, if the configuration names none."""
    if namespace.schema is not None:
        return ()
    roots = [namespace.root, *(each.root for each in settings.namespaces if each.name == "default")]
    return tuple(below(root, DEFAULT_SCHEMA) for root in roots)
