"""The command line of `meminit compare`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.options import COMPARING, Options
from meminit.model.outcome import Outcome


def compare(_options: Options, *, old: str, new: str) -> Outcome:
    """Compare two answers of check in JSON: OLD and NEW are files, or - for standard input.

    Findings are the same if code and message are, in the same file or in a document with the same id. It fails if there
    is a new one. No repository is needed.
    """
    from meminit.operations.compare import run  # noqa: PLC0415 - paid for by this command alone

    return run(old, new)


FACES = {
    "compare": Face(
        compare,
        COMPARING,
        arguments=(Argument("old"), Argument("new")),
        examples=(Example("compare base.json head.json --format md", "what a pull request changes, as a comment"),),
    )
}
