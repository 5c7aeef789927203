"""The command line of `meminit backlinks`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.options import READING, Options, answer
from meminit.model.outcome import Outcome


def backlinks(options: Options, *, document: str) -> Outcome:
    """Show which documents refer to a document, and what it refers to itself, each with its place."""
    from meminit.operations.backlinks import run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository(), document))


FACES = {
    "backlinks": Face(
        backlinks,
        READING,
        arguments=(Argument("document", "PATH-or-ID", completes="id"),),
        examples=(
            Example("backlinks docs/setup.md", "what refers to this file"),
            Example("backlinks PAY-ADR-001", "what refers to the document with this id"),
        ),
    )
}
