"""What a run reports on: everything, or what the paths of a command line come to."""

import os
from typing import NamedTuple

from meminit.config.settings import Settings, parts
from meminit.documents.discover import Discovered


class Targets(NamedTuple):
    """What a run reports on; each path is relative to the root, and stands in one of these only."""

    documents: frozenset[str]
    folders: tuple[tuple[str, ...], ...]  # folders that were named: what is wrong with anything below them is reported
    outside: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    unlisted: tuple[str, ...] = ()  # folders that had to be looked into for it, and cannot be
    idle: tuple[str, ...] = ()  # there, but nothing in them is governed

    def holds(self, path: str) -> bool:
        """Whether something that is no document, such as an unreadable folder, lies in what was named."""
        names = parts(path)
        return any(names[: len(folder)] == folder for folder in self.folders)


def of(arguments: tuple[str, ...], root: str, settings: Settings, discovered: Discovered) -> Targets:
    """What the arguments name, or everything where there are none."""
    if not arguments:
        return _everything(root, settings, discovered)
    from meminit.operations.naming_targets import named  # noqa: PLC0415 - most runs name nothing

    return named(arguments, root, settings, discovered)


def _everything(root: str, settings: Settings, discovered: Discovered) -> Targets:
    documents = frozenset(each.path for each in discovered.candidates)
    folders = (each.root or "." for each in settings.namespaces if os.path.isdir(os.path.join(root, each.root)))
    return Targets(documents, ((),), idle=() if documents else tuple(sorted(folders)))
