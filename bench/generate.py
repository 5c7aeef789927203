"""Writes trees of documents, the same bytes every time: `python -m bench.generate [KIND] FOLDER COUNT`.

The default is a tree where nothing is wrong: documents of 3 KB with valid metadata and 8 relative links each, in nested
folders. With --varied it is more like those that grow in the world: sizes are skewed, links many or few, some broken.
With --world they have the sizes, links and kinds of markup of real trees, in the same shares (`bench/shares.py`).
With --templates the documents are as our own templates write them, and --broken says how many in a hundred of these
have a fault: a broken link, a broken anchor and a wrong field, in turn.
"""

import argparse
import os
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from bench import plain, templated, world
from bench.invented import place

_CONFIG = 'project = "Bench"\n'
_OLD = 1_767_225_600  # 2026-01-01; files that seem to be new may be distrusted by a cache, and rightly so


class _Document(Protocol):
    """The text of one document of a tree of so many."""

    def __call__(self, number: int, count: int) -> str: ...


class Kind(NamedTuple):
    """What the documents of a tree are like, and the configuration that governs them."""

    document: _Document
    config: str = _CONFIG


PLAIN = Kind(plain.document)
VARIED = Kind(partial(plain.document, varied=True))
WORLD = Kind(world.document)
BARE = Kind(plain.bare)
LINKED = Kind(partial(plain.document, to_middle=30))


def templates(broken: int = 0) -> Kind:
    """As our templates write them; so many in a hundred with a fault."""
    return Kind(partial(templated.document, broken=broken), templated.config())


def write(folder: Path, count: int, kind: Kind = PLAIN) -> None:
    """A repository of so many documents, with its configuration."""
    folder.mkdir(parents=True)
    (folder / ".meminit.toml").write_text(kind.config, encoding="utf-8", newline="\n")
    for number in range(count):
        path = folder / place(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(kind.document(number, count).encode())
        os.utime(path, (_OLD, _OLD))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.generate")
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int)
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument("--varied", action="store_true", help="skewed sizes, some broken links")
    kinds.add_argument("--world", action="store_true", help="sizes, links and markup as in real trees")
    kinds.add_argument("--templates", action="store_true", help="documents as our own templates write them")
    parser.add_argument(
        "--broken", type=int, choices=range(101), default=0, metavar="PERCENT", help="how many of these have a fault"
    )
    chosen = parser.parse_args()
    if chosen.broken and not chosen.templates:
        parser.error("--broken is for --templates")
    plainer = VARIED if chosen.varied else WORLD if chosen.world else PLAIN
    write(chosen.folder, chosen.count, templates(chosen.broken) if chosen.templates else plainer)


if __name__ == "__main__":
    main()
