"""The command line of `meminit doctor`."""

import click

from meminit.commands.options import Options, reading
from meminit.model.outcome import Outcome


@click.command("doctor")
@click.option("--strict", is_flag=True, help="Let warnings fail the run as well.")
@reading
@click.pass_obj
def doctor(options: Options, *, strict: bool) -> Outcome:
    """Tell what would make a check surprising, and what mends it.

    Namespaces that overlap or govern nothing, patterns and rule settings without effect, schemas that contradict
    themselves, templates that break the rules, a stale index, a cache that cannot be written, an old Python. Documents
    are left to `meminit check`.
    """
    from meminit.operations.doctor import run  # noqa: PLC0415 - paid for by this command alone

    return run(options.repository(), strict=strict, effort=options.effort(), stages=options.stages)
