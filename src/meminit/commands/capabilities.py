"""The command line of `meminit capabilities`."""

from meminit.commands.face import Face
from meminit.commands.options import COMMON, Options
from meminit.model.outcome import Outcome


def capabilities(_options: Options) -> Outcome:
    """Tell what meminit can do: commands, options, effects, exit codes, error codes, limits.

    For people, the commands in a table; with --format json, all of it. `meminit help --json` is the same.
    """
    from meminit.commands.reflecting import capabilities as told  # noqa: PLC0415 - paid for by this command alone

    return told()


FACES = {"capabilities": Face(capabilities, COMMON)}
