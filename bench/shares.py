"""Measures what documents hold, as shares of trees: `MEMINIT_TEST_DATA=... python -m bench.shares [TREE.tar.xz...]`.

`world` writes documents with these shares. What is in code counts as well, since a reader meets it, too.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import quantiles

from dev.parsers import archives, bodies

_MOST = 400  # documents of each tree, evenly spread, so that large trees do not outweigh the others
HOLDS: Mapping[str, re.Pattern[str]] = {
    "block": re.compile(r"<!--\s*MEMINIT_METADATA_BLOCK|^> \*\*[\w ]+:\*\*", re.MULTILINE),
    "definitions": re.compile(r"^ {0,3}\[(?!\^)[^\[\]\n]+\]:[ \t]*\S", re.MULTILINE),
    "footnotes": re.compile(r"\[\^[^\[\]\s]+\]"),
    "html": re.compile(r"</?[A-Za-z][A-Za-z0-9]*(?:\s[^<>]*)?/?>"),
    "comments": re.compile(r"<!--"),
    "code": re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE),
    "tables": re.compile(r"^\|? *:?-{2,}:? *\|", re.MULTILINE),
    "admonitions": re.compile(r"^(?:!!!|:::|> \[!)", re.MULTILINE),
    "shortcodes": re.compile(r"\{\{|\{%"),
    "lists": re.compile(r"^ *(?:[-*+]|\d+\.) ", re.MULTILINE),
    "images": re.compile(r"!\[[^\]\n]*\]\("),
}
_LINK = re.compile(r"\]\([^)\s]+\)|\]\[[^\]\n]*\]")
_STEPS = (1, 5, 10, 15, 18)  # of twenty


def shares(texts: Iterable[str]) -> Mapping[str, float]:
    """How many of a thousand documents hold each kind of markup; then sizes and numbers of links by rank."""
    every = list(texts)
    found = Counter(name for text in every for name, pattern in HOLDS.items() if pattern.search(text))
    measured = {name: round(1000 * found[name] / len(every)) for name in HOLDS}
    for name, numbers in (
        ("bytes", [len(text.encode()) for text in every]),
        ("links", [len(_LINK.findall(text)) for text in every]),
    ):
        parts = quantiles(numbers, n=20)
        measured |= {f"{name} {5 * (step + 1)}%": round(parts[step]) for step in _STEPS}
    return measured


def main() -> None:
    given = [Path(each) for each in sys.argv[1:]] or archives(Path(os.environ["MEMINIT_TEST_DATA"]))
    everything: list[str] = []
    for archive in given:
        texts = [text for _, text in bodies(archive)]
        some = texts[:: max(1, len(texts) // _MOST)]
        everything += some
        print(archive.name.partition(".")[0], len(texts), *(f"{name}={share}" for name, share in shares(some).items()))
    print("all", len(everything), *(f"{name}={share}" for name, share in shares(everything).items()))


if __name__ == "__main__":
    main()
