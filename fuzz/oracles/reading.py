"""What a reader finds in a body, in a form in which readers can be compared."""

import re
from typing import NamedTuple
from urllib.parse import unquote

_ELSEWHERE = re.compile(r"(?:https?|ftp|mailto|xmpp):|#fn", re.IGNORECASE)  # what meminit does not follow; footnotes


class Heading(NamedTuple):
    line: int
    level: int
    text: str


class Reading(NamedTuple):
    """`placed` are the targets with the lines where their links begin; zero where the reader does not know."""

    targets: frozenset[str]
    headings: tuple[Heading, ...]
    anchors: frozenset[str]
    placed: frozenset[tuple[str, int]] = frozenset()


def target(written: str) -> str | None:
    """Readers differ in what they encode; None for what leads elsewhere."""
    return None if _ELSEWHERE.match(written) else unquote(written)


def shown(text: str) -> str:
    return " ".join(text.split())
