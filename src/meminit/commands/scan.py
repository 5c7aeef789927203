"""The command line of `meminit scan`."""

import click

from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("scan")
@click.option("--propose", is_flag=True, help="Print the configuration and the schema that would fit.")
@reading
@click.pass_obj
def scan(options: Options, *, propose: bool) -> Outcome:
    """Survey a repository: where its documents are, what they have in common, and how a check would end.

    No configuration is needed, and nothing is written. What most documents do is proposed as the rule.
    """
    from meminit.operations.scan import run  # noqa: PLC0415 - paid for by this command alone

    return run(options.repository(), propose=propose, effort=options.effort(), stages=options.stages)
