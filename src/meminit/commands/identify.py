"""The command line of `meminit identify`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.options import READING, Options, answer
from meminit.model.outcome import Outcome


def identify(options: Options, *, path: str) -> Outcome:
    """Print the id of the document at a PATH."""
    from meminit.operations.resolve import identify as run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository(), path))


FACES = {
    "identify": Face(
        identify,
        READING,
        arguments=(Argument("path"),),
        examples=(Example("identify docs/adr/queues.md", "the id of this document"),),
    )
}
