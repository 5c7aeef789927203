"""The command line of `meminit graph`."""

from meminit.commands.asking import answer
from meminit.commands.face import Face, Option
from meminit.commands.kinds import Whole
from meminit.commands.options import DRAWING, Options, misused
from meminit.model.outcome import Outcome

_DEEPEST = 100


def graph(options: Options, *, around: str | None, depth: int | None) -> Outcome:
    """Give the graph of the documents: who leads to whom, by links, ids and supersession.

    As JSON with every place, or as a drawing in the language of Mermaid or Graphviz (dot), or drawn by Graphviz (svg).
    """
    from meminit.operations.graph import run  # noqa: PLC0415 - paid for by this command alone

    if depth is not None and around is None:
        raise misused("graph", "--depth says how far from --around, which is missing")
    return answer(options, lambda known: run(known, options.repository(), around, depth or 1))


FACES = {
    "graph": Face(
        graph,
        DRAWING,
        own=(
            Option(("--around",), "Only what lies near this document.", "PATH-or-ID"),
            Option(("--depth",), "So many edges away; 1 by default.", "N", Whole(1, _DEEPEST)),
        ),
    )
}
