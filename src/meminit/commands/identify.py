"""The command line of `meminit identify`."""

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("identify")
@click.argument("path")
@reading
@click.pass_obj
def identify(options: Options, *, path: str) -> Outcome:
    """Print the id of the document at a PATH."""
    from meminit.operations.resolve import identify as run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository(), path))
