"""The commands by name, imported only when they are called; each file is a thin face over one operation."""

from collections.abc import Mapping
from importlib import import_module

import click

from meminit.commands.declaration import Declaration
from meminit.faults import (
    CACHE_UNUSABLE,
    CONFIG_INVALID,
    CONFIG_MISSING,
    DOCUMENT_NOT_FOUND,
    FILE_NOT_FOUND,
    GRAPHVIZ_MISSING,
    PAGE_INVALID,
    PATH_ESCAPE,
    UNKNOWN_COMMAND,
    UNKNOWN_ERROR_CODE,
    UNKNOWN_SCHEMA,
    WRITE_REFUSED,
)

_CONFIG = (CONFIG_MISSING, CONFIG_INVALID)
_ID = (*_CONFIG, DOCUMENT_NOT_FOUND)
_ID_OR_PATH = (*_ID, PATH_ESCAPE)
# One that stands in a group bears the group's name first.
COMMANDS: Mapping[str, Declaration] = {
    "backlinks": Declaration("read", _ID_OR_PATH),
    "cache clear": Declaration("modify", (CONFIG_MISSING, CACHE_UNUSABLE), output="data/cache"),
    "cache show": Declaration("read", (CONFIG_MISSING, CACHE_UNUSABLE), output="data/cache"),
    "capabilities": Declaration("read"),
    "check": Declaration(
        "read",
        (*_CONFIG, FILE_NOT_FOUND, PATH_ESCAPE),
        envelope="v2",
        judges=True,
        output="envelope-v2",  # its `data` is empty
    ),
    "context": Declaration("read", _CONFIG),
    "doctor": Declaration("read", (CONFIG_MISSING,), judges=True),
    "explain": Declaration("read", (UNKNOWN_ERROR_CODE,)),
    "graph": Declaration("read", (*_ID_OR_PATH, GRAPHVIZ_MISSING)),
    "help": Declaration("read", (UNKNOWN_COMMAND,), output="data/capabilities"),
    "identify": Declaration("read", (*_ID_OR_PATH, FILE_NOT_FOUND)),
    "index": Declaration("create", (*_CONFIG, PAGE_INVALID, WRITE_REFUSED)),
    "link": Declaration("read", _ID_OR_PATH),
    "list": Declaration("read", _CONFIG),
    "resolve": Declaration("read", _ID),
    "scan": Declaration("read", _CONFIG),
    "schema": Declaration("read", (UNKNOWN_SCHEMA,), envelope="none"),
}
# Commands and groups as they stand behind `meminit`.
FIRST_WORDS = frozenset(name.partition(" ")[0] for name in COMMANDS)


def command(name: str) -> click.Command:
    """The click command or group of that name: the one in the file of its first word that bears it."""
    first, _, rest = name.partition(" ")
    module = import_module(f"meminit.commands.{first.replace('-', '_')}")
    faces = (each for each in vars(module).values() if isinstance(each, click.Command) and each.name == first)
    found = next(faces)
    return found.commands[rest] if rest and isinstance(found, click.Group) else found


def output_schema(name: str) -> str:
    """The published schema that the `data` of a command keeps."""
    return COMMANDS[name].output or f"data/{name.replace(' ', '-')}"
