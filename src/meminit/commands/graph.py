"""The command line of `meminit graph`."""

from meminit.commands.face import Example, Face, Option, Whole
from meminit.commands.options import DRAWING, Options, answer, misused
from meminit.model.outcome import Outcome

_DEEPEST = 100


def graph(options: Options, *, around: str | None, depth: int | None) -> Outcome:
    """Print the graph of the documents: which refers to which, by links, ids and supersession.

    As text, as JSON with every place, as source for Mermaid or Graphviz (dot), or drawn by Graphviz (svg).
    """
    from meminit.operations.graph import run  # noqa: PLC0415 - paid for by this command alone

    if depth is not None and around is None:
        raise misused("graph", "--depth needs --around")
    return answer(options, lambda known: run(known, options.repository(), around, depth or 1))


FACES = {
    "graph": Face(
        graph,
        DRAWING,
        own=(
            Option(("--around",), "Only documents near this one.", "PATH-or-ID", completes="id"),
            Option(("--depth",), "How many edges away from --around; the default is 1.", "N", Whole(1, _DEEPEST)),
        ),
        examples=(
            Example("graph", "how many edges there are, and which documents most others lead to"),
            Example("graph --around PAY-ADR-001 --depth 2", "the neighbours of one document"),
            Example("graph --format mermaid", "a drawing as source text"),
        ),
    )
}
