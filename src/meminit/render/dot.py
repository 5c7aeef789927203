"""A graph in the language of Graphviz."""

from collections.abc import Iterable, Iterator

from meminit.model.outcome import Outcome, Run
from meminit.render.picture import Picture, picture
from meminit.render.text import Text
from meminit.words import lines_in_pieces

_STYLES = {"related": ' [style=dashed, label="related"]', "supersedes": ' [style=bold, label="supersedes"]'}
_BREAK = "\\n"


class Dot:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        if outcome.failure:
            return Text().render(outcome, run)
        return lines_in_pieces(lines(picture(outcome))), b""


def lines(shown: Picture) -> Iterator[str]:
    yield "digraph meminit {"
    yield "  rankdir=LR;"
    yield '  node [shape=box, fontname="sans-serif"];'
    yield '  edge [fontname="sans-serif", fontsize=10];'
    for number, label in enumerate(shown.boxes):
        yield f'  n{number} [label="{_BREAK.join(map(_escaped, label))}"];'
    for source, kind, targets in shown.arrows:
        head, tail = f"  n{source} -> n", f"{_STYLES.get(kind, '')};"
        yield head + (tail + "\n" + head).join(map(shown.numbers.__getitem__, targets)) + tail
    yield "}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
