"""A graph in the language of Mermaid, which many sites draw where it stands in Markdown."""

import re
from collections.abc import Iterator

from meminit.model.outcome import Outcome
from meminit.model.run import Run
from meminit.render.picture import Arrow, Picture, picture
from meminit.render.text import Text

# Whatever could end a text, begin a tag or name a character is named by its number.
_MARKUP = re.compile(r"[\"#&;<>`\\\[\]{}()|*_~$%]")
_ARROWS = {"related": "-.->|related|", "supersedes": "==>|supersedes|", "references": "-->"}


class Mermaid:
    def render(self, outcome: Outcome, run: Run) -> tuple[bytes, bytes]:
        if outcome.failure:
            return Text().render(outcome, run)
        return "".join(f"{line}\n" for line in _lines(picture(outcome))).encode(), b""


def _lines(shown: Picture) -> Iterator[str]:
    yield "flowchart LR"
    for number, lines in enumerate(shown.boxes):
        yield f'  n{number}["{"<br/>".join(map(_escaped, lines))}"]'
    for arrow in shown.arrows:
        yield f"  {_arrow(arrow)}"


def _arrow(arrow: Arrow) -> str:
    return f"n{arrow.source} {_ARROWS[arrow.kind]} n{arrow.target}"


def _escaped(text: str) -> str:
    return _MARKUP.sub(lambda found: f"#{ord(found.group())};", text)
