"""The command line of `meminit context`."""

from meminit.commands.face import Example, Face, Option
from meminit.commands.options import COMMON, Options
from meminit.model.outcome import Outcome


def context(options: Options, *, deep: bool) -> Outcome:
    """Show the effective configuration of this repository.

    Where documents are, which types they have, what their ids look like, which schema governs them, how links are
    resolved and which rules have another severity: what one needs to know before writing a document.
    """
    from meminit.operations import context as operation  # noqa: PLC0415 - paid for by this command alone

    repository = options.repository()
    return operation.deep(repository, options.stages) if deep else operation.shallow(repository)


FACES = {
    "context": Face(
        context,
        COMMON,
        own=(Option(("--deep",), "Count the documents as well."),),
        examples=(
            Example("context", "what the configuration says, with its defaults"),
            Example("context --deep", "the number of documents in each namespace as well"),
        ),
    )
}
