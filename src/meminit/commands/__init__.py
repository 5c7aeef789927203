"""The commands by name, imported only when they are called; each file is a thin face over one operation."""

from collections.abc import Mapping
from importlib import import_module

import click

COMMANDS: Mapping[str, str] = {
    "check": "Check governed documents.",
    "explain": "Tell what a code means.",
    "schema": "Print a published JSON Schema.",
}


def command(name: str) -> click.Command:
    """The click command of that name; a KeyError when there is none."""
    if name not in COMMANDS:
        raise KeyError(name)
    found: click.Command = import_module(f"meminit.commands.{name}").COMMAND
    return found
