"""Where meminit reads a body otherwise than others do, and with how many of them it is at odds."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from fuzz.oracles import ours, renderers
from fuzz.oracles.kinds import Kind
from fuzz.oracles.reading import Reading
from fuzz.shrinking import shrunk


class Difference(NamedTuple):
    kind: Kind
    ours: object
    theirs: object


def differences(text: str) -> Iterator[Difference]:
    """One for each kind."""
    own, cmark, comrak = ours.read(text), renderers.by_cmark(text), renderers.by_comrak(text)
    if cmark is None:
        return
    for facet in ("targets", "headings", "anchors"):
        mine, first, second = (_facts(each, facet) for each in (own, cmark, comrak))
        if mine != first:
            against = "both" if first == second else "cmark-gfm alone" if second == mine else "each other"
            yield from _sides(facet, against, mine, first)
    yield from _sides("lines", "comrak", *_lines(text, own, cmark, comrak))


def smallest(text: str, kind: Kind, seconds: float) -> str:
    """A text with the same kind of difference, and little else."""
    return shrunk(text, lambda less: any(each.kind == kind for each in differences(less)), seconds)


def _facts(reading: Reading, facet: str) -> AbstractSet[object]:
    found = getattr(reading, facet)
    return found if isinstance(found, AbstractSet) else set(found)


def _sides(facet: str, against: str, mine: AbstractSet[object], theirs: AbstractSet[object]) -> Iterator[Difference]:
    for side, more in (("too many", mine - theirs), ("too few", theirs - mine)):
        if more:
            yield Difference(Kind(facet, side, against), sorted(mine, key=repr), sorted(theirs, key=repr))


def _lines(text: str, own: Reading, cmark: Reading, comrak: Reading) -> tuple[AbstractSet[object], AbstractSet[object]]:
    """Places of targets about which all agree; a reference stands at its definition, and raw HTML has no place."""
    lines = [line.lstrip("> \t") for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    defined = {target for target, line in own.placed if "]:" in "".join(lines[line - 1 : line])}
    in_html = {target for target, line in comrak.placed if not line}
    both = (own.targets & cmark.targets & comrak.targets) - defined - in_html
    return tuple(frozenset(each for each in reading.placed if each[0] in both) for reading in (own, comrak))  # type: ignore[return-value]  # two of them
