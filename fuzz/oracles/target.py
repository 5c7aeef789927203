"""Bodies of documents, as others read them: each difference belongs to a class that is known."""

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random

from tests.support import bodies

from fuzz.oracles import ours
from fuzz.oracles.bodies import Bodies
from fuzz.oracles.classes import known
from fuzz.oracles.differences import Difference, differences, smallest
from fuzz.oracles.odd import Writer
from fuzz.target import Target

_SHRINKING = 2.0  # seconds for each kind of difference
_FOUND: Counter[str] = Counter()
_WRITTEN = Bodies()


class UnknownError(Exception):
    """A difference of no known class."""


def made(dice: Random) -> bytes:
    text = _WRITTEN.some_lines(dice) if dice.random() < 0.3 else ""
    return (text or Writer(dice).body()).encode("utf-8", "replace")


def examine(content: bytes) -> Hashable:
    text = content.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", "\ufffd")
    found = [(each, *_classified(text, each)) for each in differences(text)]
    for difference, small, name in found:
        if name is None:
            error = UnknownError(f"{small!r}: meminit {difference.ours}, others {difference.theirs}")
            error.add_note(" ".join(difference.kind))
            raise error
    own = ours.read(text)
    return *(min(3, len(each)) for each in own), frozenset(name for _, _, name in found)


def _classified(text: str, difference: Difference) -> tuple[str, str | None]:
    """The smallest example of a difference, and its class."""
    name = known(small := smallest(text, difference.kind, _SHRINKING), difference.kind)
    _FOUND[name or "unknown"] += 1
    return small, name


def _summary() -> Iterator[str]:
    yield from (f"{count:6} {name}" for name, count in _FOUND.most_common())


TARGET = Target(
    "oracles",
    examine,
    [str(each).encode("utf-8", "replace") for each in bodies.PIECES],
    made,
    seconds=60.0,  # most of it for making examples small
    seeds_of="markdown",
    summary=_summary,
)
