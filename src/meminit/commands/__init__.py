"""The commands by name, imported only when they are called; each file is a thin face over one operation."""

from importlib import import_module

import click

COMMANDS = ("backlinks", "cache", "check", "explain", "graph", "identify", "index", "link", "list", "resolve", "schema")


def command(name: str) -> click.Command:
    """The click command of one of the names; it stands in the file of that name."""
    faces = vars(import_module(f"meminit.commands.{name}")).values()
    return next(each for each in faces if isinstance(each, click.Command) and each.name == name)
