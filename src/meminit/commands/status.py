"""The command line of `meminit status`."""

from meminit.commands.face import Face
from meminit.commands.options import READING, Options
from meminit.model.outcome import Outcome


def status(options: Options) -> Outcome:
    """Show what has changed since the last apply, whether it was interrupted, and what to do next."""
    from meminit.operations.rollback import status as asked  # noqa: PLC0415 - paid for by this command alone

    named = (("--root", options.root), ("--config", options.config))
    again = ("meminit", *(word for name, value in named if value for word in (name, value)))
    return asked(options.repository(), options.effort(), options.stages, again)


FACES = {"status": Face(status, READING)}
