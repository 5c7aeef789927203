"""The command line of `meminit index`."""

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("index")
@reading
@click.pass_obj
def index(options: Options) -> Outcome:
    """Write the index of all documents: what their front matter says, and who leads to whom.

    The file is the same, byte by byte, for the same tree, so that it can be committed and compared.
    """
    from meminit.operations.index import run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository().root))
