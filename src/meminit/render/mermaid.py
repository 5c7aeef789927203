"""A graph in the language of Mermaid, which many sites draw in Markdown."""

import re
from collections.abc import Iterable, Iterator

from meminit.model.outcome import Outcome, Run
from meminit.render.picture import Picture, picture
from meminit.render.text import Text
from meminit.words import lines_in_pieces

# Characters that may end a text, begin a tag or an entity are written as numbers.
_MARKUP = re.compile(r"[\"#&;<>`\\\[\]{}()|*_~$%]")
_ARROWS = {"related": "-.->|related|", "supersedes": "==>|supersedes|", "references": "-->"}


class Mermaid:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        if outcome.failure:
            return Text().render(outcome, run)
        return lines_in_pieces(_lines(picture(outcome))), b""


def _lines(shown: Picture) -> Iterator[str]:
    yield "flowchart LR"
    for number, lines in enumerate(shown.boxes):
        yield f'  n{number}["{"<br/>".join(map(_escaped, lines))}"]'
    for source, kind, targets in shown.arrows:
        head = f"  n{source} {_ARROWS[kind]} n"
        yield head + f"\n{head}".join(map(shown.numbers.__getitem__, targets))


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: f"#{ord(found.group())};", text)
