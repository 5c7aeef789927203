"""The command line of `meminit capabilities`."""

from meminit.commands.face import Face
from meminit.commands.options import COMMON, Options
from meminit.model.outcome import Outcome


def capabilities(_options: Options) -> Outcome:
    """Show what meminit can do: commands, options, effects, exit codes, error codes, limits.

    As text, a table of the commands; with --format json, everything. `meminit help --json` is the same.
    """
    from meminit.commands.reflecting import capabilities as described  # noqa: PLC0415 - paid for by this command alone

    return described()


FACES = {"capabilities": Face(capabilities, COMMON)}
