"""The command line of `meminit cache`."""

import click

from meminit.commands.options import Options, keeping
from meminit.model.outcome import Outcome


@click.command("cache")
@click.argument("action", type=click.Choice(("show", "clear")))
@click.option("--all", "everything", is_flag=True, help="Of all repositories, and not of this one alone.")
@keeping
@click.pass_obj
def cache(options: Options, *, action: str, everything: bool) -> Outcome:
    """Tell where and how much is kept of a repository's documents (show), or remove it (clear).

    What is kept saves the next check most of its work, and changes nothing else. It can be removed at any time.
    """
    from meminit.operations.cache import clear, show  # noqa: PLC0415 - paid for by this command alone

    root = None if everything else options.repository().root
    return (clear if action == "clear" else show)(options.cache_dir, root)
