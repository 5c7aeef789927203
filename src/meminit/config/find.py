"""Finds the repository: its root, and the configuration file that makes it one. Light, since every command asks."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.paths import real_path
from meminit.words import escape_unencodable

OWN_NAME = ".meminit.toml"
OTHER_NAME = "docops.config.yaml"


class Repository(NamedTuple):
    """A root, and the configuration file that makes it one."""

    root: str
    config: str | None


def find(root: str | None, config: str | None) -> Repository:
    """The repository that the options name, or the one around the current directory."""
    if root is not None and not os.path.isdir(root):
        raise MeminitError(
            INVALID_ARGUMENT, f"--root: there is no directory {escape_unencodable(root)}", path=escape_unencodable(root)
        )
    if config is None:
        return _in_directory(real_path(root)) if root is not None else _upwards(real_path(os.curdir))
    if root is None and os.path.basename(config) in {OWN_NAME, OTHER_NAME}:
        return Repository(real_path(os.path.dirname(config) or "."), config)
    around = real_path(root) if root is not None else _upwards(real_path(os.curdir)).root
    return Repository(around, config)


def _upwards(start: str) -> Repository:
    for directory in _ancestors(start):
        found = _in_directory(directory)
        if found.config:
            return found
    return Repository(start, None)


def _ancestors(directory: str) -> Iterator[str]:
    while True:
        yield directory
        above = os.path.dirname(directory)
        if above == directory:
            return
        directory = above


def _in_directory(directory: str) -> Repository:
    for name in (OWN_NAME, OTHER_NAME):
        if os.path.lexists(os.path.join(directory, name)):
            return Repository(directory, os.path.join(directory, name))
    return Repository(directory, None)
