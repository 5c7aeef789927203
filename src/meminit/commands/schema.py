"""The command line of `meminit schema`."""

import click

from meminit.commands.options import common
from meminit.model.outcome import Outcome


@click.command("schema")
@click.argument("name", required=False)
@click.option("--list", "listing", is_flag=True, help="List the schemas.")
@common
def schema(*, name: str | None, listing: bool) -> Outcome:
    """Print a published JSON Schema by its NAME, as it is and without an envelope."""
    from meminit.operations.schema import every, one  # noqa: PLC0415 - paid for by this command alone

    if listing == (name is not None):
        raise click.UsageError("give either a NAME or --list")
    return one(name) if name is not None else every()
