"""Tells how the files of documents are named."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from meminit.config.settings import DEFAULT_FILENAME, DEFAULT_INDEX
from meminit.surveying.evidence import Share
from meminit.surveying.fields import RARE_SHARE
from meminit.surveying.shapes import first_fitting

_MOST_LOOKED_AT = 5_000  # different names are enough to see how files are named
# From the strictest to the most lenient; the first that nearly all names fit is theirs.
_PATTERNS = (
    DEFAULT_FILENAME,
    r"^[a-z0-9_-]+\.md$",
    r"^[a-z0-9._-]+\.md$",
    r"^[A-Za-z0-9._-]+\.md$",
    r"^[a-z0-9._-]+\.(md|markdown)$",
    r"^[A-Za-z0-9._-]+\.(md|markdown)$",
    ".",
)


class Names(NamedTuple):
    """The pattern of file names, and how many folders have an index page of each usual name."""

    pattern: str
    indices: dict[str, int]


def names(found: Iterable[str]) -> Names:
    counts = Counter(found)
    usual = sorted(counts.keys() - set(DEFAULT_INDEX))
    sample = usual[:: len(usual) // _MOST_LOOKED_AT + 1]
    pages = sum(counts[name] for name in DEFAULT_INDEX)
    used = [name for name in DEFAULT_INDEX if Share(counts[name], pages).is_at_least(RARE_SHARE)]
    return Names(
        first_fitting(_PATTERNS, sample) or DEFAULT_FILENAME,
        {name: counts[name] for name in sorted(used, key=lambda each: (-counts[each], each))},
    )
