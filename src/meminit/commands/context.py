"""The command line of `meminit context`."""

import click

from meminit.commands.options import Options, common
from meminit.model.outcome import Outcome


@click.command("context")
@click.option("--deep", is_flag=True, help="Count the documents as well.")
@common
@click.pass_obj
def context(options: Options, *, deep: bool) -> Outcome:
    """Tell what the configuration of this repository comes to.

    Where documents are, which types they have, what their ids look like, which schema governs them, how links are
    understood and which rules are set otherwise: all that somebody needs to know before writing a document.
    """
    from meminit.operations import context as operation  # noqa: PLC0415 - paid for by this command alone

    repository = options.repository()
    return operation.deep(repository, options.stages) if deep else operation.shallow(repository)
