"""The command line of `meminit check`."""

import click

from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("check")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--strict", is_flag=True, help="Let warnings fail the run as well.")
@reading
@click.pass_obj
def check(options: Options, *, paths: tuple[str, ...], strict: bool) -> Outcome:
    """Check governed documents.

    Without a PATH, every governed document of the repository. A PATH is a file, a folder or a pattern such as
    'docs/**/*.md', relative to the current directory.
    """
    from meminit.operations.check import run  # noqa: PLC0415 - paid for by this command alone

    return run(options.repository(), paths, strict=strict, effort=options.effort(), stages=options.stages)
