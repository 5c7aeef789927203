"""The command line of `meminit link`."""

from meminit.commands.face import Argument, Example, Face, Option
from meminit.commands.options import READING, Options, answer
from meminit.model.outcome import Outcome


def link(options: Options, *, document_id: str, source: str | None) -> Outcome:
    """Print a Markdown link to the document with an ID.

    The link is relative to the file that --from names, which need not exist yet; the default is the repository's root.
    """
    from meminit.operations.resolve import link as run  # noqa: PLC0415 - paid for by this command alone

    return answer(options, lambda known: run(known, options.repository(), document_id, source))


FACES = {
    "link": Face(
        link,
        READING,
        own=(Option(("--from",), "The file or folder that the link is written in.", "PATH", into="source"),),
        arguments=(Argument("document_id", "ID", completes="id"),),
        examples=(Example("link PAY-ADR-001 --from docs/setup.md", "a Markdown link for this file"),),
    )
}
