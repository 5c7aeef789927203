"""The command line of `meminit link`."""

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("link")
@click.argument("document_id", metavar="ID")
@click.option("--from", "source", metavar="PATH", help="The file or folder that the link is written in.")
@reading
@click.pass_obj
def link(options: Options, *, document_id: str, source: str | None) -> Outcome:
    """Print a Markdown link to the document with an ID.

    It leads there from the file that --from names, which need not exist yet; without, from the top of the repository.
    """
    from meminit.operations.resolve import link as run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository(), document_id, source))
