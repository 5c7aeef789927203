"""The commands by name, imported only when they are called; each file is a thin face over one operation."""

from importlib import import_module

import click

COMMANDS = ("cache", "check", "explain", "scan", "schema")


def command(name: str) -> click.Command:
    """The click command of one of the names; it stands in the file of that name."""
    found: click.Command = getattr(import_module(f"meminit.commands.{name}"), name)
    return found
