"""The command line of `meminit check`."""

import sys
import traceback

import click

from meminit.commands.options import Options, common
from meminit.model.outcome import Outcome


@click.command("check")
@click.argument("paths", metavar="[PATH]...", nargs=-1)
@click.option("--strict", is_flag=True, help="Let warnings fail the run as well.")
@common
@click.pass_obj
def COMMAND(options: Options, paths: tuple[str, ...], strict: bool) -> Outcome:  # noqa: N802, FBT001
    """Check governed documents.

    Without a PATH, every governed document of the repository. A PATH is a file, a folder or a pattern such as
    'docs/**/*.md', relative to the current directory.
    """
    from meminit.operations.check import Request, check  # noqa: PLC0415 - paid for by this command alone

    def on_crash(rule: str, error: Exception) -> None:
        if options.debug:
            print(f"{rule}:", *traceback.format_exception(error), file=sys.stderr)  # noqa: T201 - asked for with --debug

    return check(options.repository(), Request(paths, strict, on_crash))
