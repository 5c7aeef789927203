"""A graph in the language of Graphviz."""

from collections.abc import Iterator

from meminit.model.outcome import Outcome
from meminit.model.run import Run
from meminit.render.picture import Arrow, Picture, picture
from meminit.render.text import Text

_STYLES = {"related": ' [style=dashed, label="related"]', "supersedes": ' [style=bold, label="supersedes"]'}


class Dot:
    def render(self, outcome: Outcome, run: Run) -> tuple[bytes, bytes]:
        if outcome.failure:
            return Text().render(outcome, run)
        return drawn(picture(outcome)).encode(), b""


def drawn(shown: Picture) -> str:
    return "".join(f"{line}\n" for line in _lines(shown))


def _lines(shown: Picture) -> Iterator[str]:
    yield "digraph meminit {"
    yield "  rankdir=LR;"
    yield '  node [shape=box, fontname="sans-serif"];'
    yield '  edge [fontname="sans-serif", fontsize=10];'
    for number, lines in enumerate(shown.boxes):
        yield f'  n{number} [label="{_BREAK.join(map(_escaped, lines))}"];'
    for arrow in shown.arrows:
        yield f"  {_arrow(arrow)};"
    yield "}"


_BREAK = "\\n"


def _arrow(arrow: Arrow) -> str:
    return f"n{arrow.source} -> n{arrow.target}{_STYLES.get(arrow.kind, '')}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
