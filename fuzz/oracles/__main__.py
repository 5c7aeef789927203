"""`python -m fuzz.oracles [FILE...]` compares how bodies are read: files, or all trees below MEMINIT_TEST_DATA."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from dev.parsers import archives, bodies, examples

from fuzz.oracles.classes import known
from fuzz.oracles.differences import differences, smallest

_SHRINKING = 10.0  # seconds for each difference


def main() -> None:
    count, found = 0, Counter[str]()
    for name, text in _texts(sys.argv[1:]):
        count += 1
        for each in differences(text):
            small = smallest(text, each.kind, _SHRINKING)
            of_class = known(small, each.kind) or "unknown"
            found[of_class] += 1
            print(f"{name}: {' '.join(each.kind)}: {of_class}\n  {small!r}")
    print(f"{count} texts, {found.total()} differences")
    for of_class, many in found.most_common():
        print(f"{many:6} {of_class}")
    sys.exit(1 if found["unknown"] else 0)


def _texts(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """As meminit gives them to a parser."""
    data = Path(os.environ.get("MEMINIT_TEST_DATA", os.devnull))
    sources = [(name, Path(name).read_text(encoding="utf-8")) for name in names]
    for name, text in sources or chain(examples(data), *(bodies(each) for each in archives(data))):
        yield name, text.removeprefix("\ufeff").replace("\0", "\ufffd")


if __name__ == "__main__":
    main()
