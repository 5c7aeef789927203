"""The command line of `meminit graph`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from meminit.commands.asking import answer
from meminit.commands.options import Options, drawing
from meminit.model.outcome import Outcome

if TYPE_CHECKING:
    from meminit.operations.graph import Shape

_DEEPEST = 100
_SHAPES: Mapping[str, "Shape"] = {"json": "data", "text": "table"}


@click.command("graph")
@click.option("--around", metavar="PATH-or-ID", help="Only what lies near this document.")
@click.option("--depth", metavar="N", type=click.IntRange(1, _DEEPEST), help="So many edges away; 1 by default.")
@drawing
@click.pass_obj
def graph(options: Options, *, around: str | None, depth: int | None) -> Outcome:
    """Give the graph of the documents: who leads to whom, by links, ids and supersession.

    As JSON with every place, or as a drawing in the language of Mermaid or Graphviz (dot), or drawn by Graphviz (svg).
    """
    from meminit.operations.graph import run  # noqa: PLC0415 - paid for by this command alone

    if depth is not None and around is None:
        raise click.UsageError("--depth says how far from --around, which is missing")
    shape = _SHAPES.get(options.format, "drawing")
    return answer(options, lambda known: run(known, options.repository(), around, depth or 1, shape=shape))
