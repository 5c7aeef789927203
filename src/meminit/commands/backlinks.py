"""The command line of `meminit backlinks`."""

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("backlinks")
@click.argument("document", metavar="PATH-or-ID")
@reading
@click.pass_obj
def backlinks(options: Options, *, document: str) -> Outcome:
    """Tell which documents lead to a document, and where it leads itself, each with its place."""
    from meminit.operations.backlinks import run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository(), document))
