"""Long texts, piece by piece: all of one at once would have to be copied several times, and fit into no cache."""

from collections.abc import Iterable, Iterator
from itertools import islice

_LINES_AT_ONCE = 256


def of_lines(lines: Iterable[str]) -> Iterator[bytes]:
    """Each line ends with a line feed."""
    left = iter(lines)
    while some := list(islice(left, _LINES_AT_ONCE)):
        yield "\n".join([*some, ""]).encode()
