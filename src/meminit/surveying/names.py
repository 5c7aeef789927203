"""Tells how the files of documents are named."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from meminit.config.settings import DEFAULT_FILENAME, DEFAULT_INDEX
from meminit.surveying.shapes import first_fitting

ANY = "."
# From the strictest to the most lenient; the first that nearly all names fit is theirs.
_PATTERNS = (
    DEFAULT_FILENAME,
    r"^[a-z0-9_-]+\.md$",
    r"^[a-z0-9._-]+\.md$",
    r"^[A-Za-z0-9._-]+\.md$",
    r"^[a-z0-9._-]+\.(md|markdown)$",
    r"^[A-Za-z0-9._-]+\.(md|markdown)$",
    ANY,
)


class Names(NamedTuple):
    """The pattern of file names, and how many folders have an index page of each name."""

    pattern: str
    indices: dict[str, int]


def names(found: Iterable[str]) -> Names:
    counts = Counter(found)
    usual = [name for name, count in counts.items() if name not in DEFAULT_INDEX for _ in range(count)]
    indices = {name: counts[name] for name in sorted(DEFAULT_INDEX, key=lambda each: (-counts[each], each))}
    pattern = first_fitting(_PATTERNS, usual) if usual else DEFAULT_FILENAME
    return Names(pattern or ANY, {name: count for name, count in indices.items() if count})
