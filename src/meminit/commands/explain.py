"""The command line of `meminit explain`."""

import click

from meminit.commands.options import common
from meminit.model.outcome import Outcome


@click.command("explain")
@click.argument("code", required=False)
@click.option("--list", "listing", is_flag=True, help="List every code.")
@common
def explain(*, code: str | None, listing: bool) -> Outcome:
    """Tell what a CODE means, why it matters and what to do about it."""
    from meminit.operations.explain import every, one  # noqa: PLC0415 - paid for by this command alone

    if listing == (code is not None):
        raise click.UsageError("give either a CODE or --list")
    return one(code) if code is not None else every()
