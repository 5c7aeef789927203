"""The command line of `meminit resolve`."""

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("resolve")
@click.argument("document_id", metavar="ID")
@reading
@click.pass_obj
def resolve(options: Options, *, document_id: str) -> Outcome:
    """Print the path of the document with an ID."""
    from meminit.operations.resolve import resolve as run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, document_id))
