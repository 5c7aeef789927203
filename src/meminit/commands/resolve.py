"""The command line of `meminit resolve`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.options import READING, Options, answer
from meminit.model.outcome import Outcome


def resolve(options: Options, *, document_id: str) -> Outcome:
    """Print the path of the document with an ID."""
    from meminit.operations.resolve import resolve as run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, document_id))


FACES = {
    "resolve": Face(
        resolve,
        READING,
        arguments=(Argument("document_id", "ID", completes="id"),),
        examples=(Example("resolve PAY-ADR-001", "the path of the document with this id"),),
    )
}
