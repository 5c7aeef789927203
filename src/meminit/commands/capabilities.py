"""The command line of `meminit capabilities`."""

import click

from meminit.commands.options import common
from meminit.model.outcome import Outcome


@click.command("capabilities")
@common
def capabilities() -> Outcome:
    """Tell what meminit can do: commands, options, effects, exit codes, error codes, limits.

    For people, the commands in a table; with --format json, all of it. `meminit help --json` is the same.
    """
    from meminit.commands import reflecting  # noqa: PLC0415 - paid for by this command alone

    return reflecting.capabilities(click.get_current_context().find_root())
