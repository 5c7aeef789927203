"""Why documents decline the quick scan, by tree and reason: `python -m bench.declines [FOLDER...]`.

Without folders: the packed trees of MEMINIT_TEST_DATA. A folder with a configuration is read as that says, and any
other tree as GitHub reads it. What a rule needs whole is not asked here.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from dev.parsers import archives, bodies

from meminit.config.find import find
from meminit.config.load import load
from meminit.config.settings import Links
from meminit.documents import by_pyromark, front_matter
from meminit.documents.body import Declined
from meminit.markup import prepared
from meminit.sources import gate


class Declines(NamedTuple):
    """How many documents there are, and how many of them declined for each reason."""

    documents: int
    reasons: Counter[str]

    @property
    def quick(self) -> str:
        scanned = self.documents - self.reasons.total()
        return f"{100 * scanned / self.documents:.1f} %" if self.documents else ""

    @property
    def listed(self) -> str:
        return ", ".join(f"{reason} {count:,}" for reason, count in self.reasons.most_common())


def of_folder(folder: Path) -> Declines:
    repository = find(str(folder), None)
    return of_bodies(_bodies(folder), load(repository).links if repository.config else Links())


def of_bodies(texts: Iterable[str], links: Links) -> Declines:
    found = [_reason(text, links) for text in texts]
    return Declines(len(found), Counter(each for each in found if each))


def _bodies(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.md")):
        try:
            text = gate.decode(path.read_bytes())
        except (gate.BadEncoding, OSError):
            continue
        yield text[front_matter.read(text).body_at :]


def _reason(text: str, links: Links) -> str | None:
    ready = prepared(text, links.markup) if links.markup else None
    body = (ready.text if ready else text).replace("\0", "\ufffd")
    try:
        by_pyromark.scanner(links.slugs).at(body, 1, {}, wants_headings=False)
    except Declined as declined:
        return str(declined)
    return None


def main() -> None:
    for folder in sys.argv[1:]:
        _print(folder, of_folder(Path(folder)))
    if not sys.argv[1:]:
        for archive in archives(Path(os.environ["MEMINIT_TEST_DATA"])):
            _print(archive.name.partition(".")[0], of_bodies((text for _, text in bodies(archive)), Links()))


def _print(tree: str, declines: Declines) -> None:
    print(f"{tree}: {declines.quick} of {declines.documents:,}; {declines.listed}")


if __name__ == "__main__":
    main()
