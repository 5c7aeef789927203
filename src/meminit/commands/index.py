"""The command line of `meminit index`."""

from functools import partial

from meminit.commands.face import Example, Face, Option
from meminit.commands.options import READING, Options, answer
from meminit.model.outcome import Outcome

# Pages are documents: if one had to be written, the tree has changed since it was read.
_STALE = Outcome("index")


def index(options: Options, *, catalog: bool, kanban: bool) -> Outcome:
    """Write the index of all documents: their front matter, and which refers to which.

    The file is the same, byte by byte, for the same tree, so that it can be committed and compared. The pages are
    governed documents: their front matter is kept, and everything below it is replaced.
    """
    from meminit.operations.index import run  # noqa: PLC0415 - paid for by this command alone

    wanted = [name for name, is_wanted in (("catalog", catalog), ("kanban", kanban)) if is_wanted]
    indexed = partial(run, names=wanted)
    if wanted:
        from meminit.operations.pages import write  # noqa: PLC0415 - as above
        from meminit.operations.reporting import of_tree  # noqa: PLC0415 - as above

        outcome = answer(options, lambda known: _STALE if write(known, wanted) else indexed(known), options.listener)
        if outcome.view:
            return outcome
        return answer(options, indexed, of_tree(options.listener))
    return answer(options, indexed, options.listener)


FACES = {
    "index": Face(
        index,
        READING,
        own=(
            Option(("--catalog",), "Write a page with all documents by type, beside the index."),
            Option(("--kanban",), "Write a page with all documents by status, beside the index."),
        ),
        examples=(
            Example("index", "write the index"),
            Example("index --catalog --kanban", "write it with both pages"),
        ),
    )
}
