"""The command line of `meminit docs-for`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.options import READING, Options, answer, misused
from meminit.model.outcome import Outcome


def docs_for(options: Options, *, paths: tuple[str, ...]) -> Outcome:
    """List the documents that cover or mention files: what to read before they are changed, and to correct afterwards.

    A PATH is a file or a folder, and may be gone. A document covers what its field `covers` matches; it mentions a file
    that it names by its path in a link, in code or in prose.
    """
    from meminit.operations.docs_for import run  # noqa: PLC0415 - paid for by this command alone

    if not paths:
        raise misused("docs-for", "needs a PATH: a file or a folder")
    return answer(options, lambda known: run(known, options.repository(), paths))


FACES = {
    "docs-for": Face(
        docs_for,
        READING,
        arguments=(Argument("paths", "PATH...", several=True),),
        examples=(
            Example("docs-for src/pay.py", "what speaks of this file"),
            Example("docs-for src/payments lib/money.py --format json", "for a program"),
        ),
    )
}
