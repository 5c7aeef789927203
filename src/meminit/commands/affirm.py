"""The command line of `meminit affirm`."""

from meminit.commands.face import Argument, Example, Face
from meminit.commands.options import CHANGING, Options, misused
from meminit.commands.wishing import wish
from meminit.model.outcome import Outcome


def affirm(options: Options, *, paths: tuple[str, ...]) -> Outcome:
    """Write down that documents were read against the code that they cover. Without --apply it shows what is written.

    From then on `check` reports COVERED_CODE_CHANGED where that code has changed, until the document is affirmed anew.
    A PATH is a document, a folder or a pattern. Only 01-indices/covers.lock below the docs root is written.
    """
    from meminit.operations.affirm import run  # noqa: PLC0415 - paid for by this command alone
    from meminit.workspace.workspace import Workspace  # noqa: PLC0415 - as above

    if not paths:
        raise misused("affirm", "needs a PATH: a document, a folder or a pattern")
    words = (f"./{each}" if each.startswith("-") else each for each in paths)  # which is no option
    wanted = wish(options, ("affirm", *words))
    return run(Workspace(options.repository(), options.effort()), paths, wanted, options.stages)


FACES = {
    "affirm": Face(
        affirm,
        CHANGING,
        arguments=(Argument("paths", "PATH...", several=True),),
        examples=(
            Example("affirm docs/payments.md --apply --yes", "this document is up to date"),
            Example("affirm docs --diff", "what would be written for all"),
        ),
    )
}
