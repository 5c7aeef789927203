"""Writes trees of documents, the same bytes every time: `python -m bench.generate [--varied] FOLDER COUNT`.

The default is a tree where nothing is wrong: documents of 3 KB with valid metadata and 8 relative links each, in nested
folders. A varied one is more like those that grow in the world: sizes are skewed, links many or few, some broken.
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

SIZE = 3000
LINKS = 8
BROKEN_EVERY = 40  # in a varied tree, one document of so many has a broken link, and another one a broken anchor

CONFIG = 'project = "Bench"\n'
_TYPES = ("ADR", "FDD", "PRD", "RUNBOOK", "SPEC")
_STATUSES = ("Draft", "In Review", "Approved")
_HEADINGS = ("Context", "Decision", "Consequences", "How it works", "What may fail", "Open questions")
_WORDS = (  # noqa: SIM905 - easier to read and to add to than a list
    "queue service request answer order payment ledger worker retry limit index cache shard region client token schema "
    "release window budget signal report owner review change record policy archive stream batch consumer"
).split()
_PER_FOLDER = 20
_FOLDERS_PER_AREA = 15
_PER_PREFIX = 900  # an id has three digits
_LETTERS = 26
_OLD = 1_767_225_600  # 2026-01-01; files that seem to be new may be distrusted by a cache, and rightly so


def write(folder: Path, count: int, *, varied: bool = False) -> None:
    """A repository of so many documents, with its configuration."""
    folder.mkdir(parents=True)
    (folder / ".meminit.toml").write_text(CONFIG, encoding="utf-8", newline="\n")
    for number in range(count):
        path = folder / place(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document(number, count, varied=varied).encode())
        os.utime(path, (_OLD, _OLD))


def place(number: int) -> str:
    folder = number // _PER_FOLDER
    return f"docs/area-{folder // _FOLDERS_PER_AREA:03}/topic-{folder % _FOLDERS_PER_AREA:02}/document-{number:06}.md"


def identity(number: int) -> str:
    group = number // _PER_PREFIX
    prefix = "".join(chr(ord("A") + group // _LETTERS**power % _LETTERS) for power in (2, 1, 0))
    return f"{prefix}-{_type(number)}-{number % _PER_PREFIX + 1:03}"


def document(number: int, count: int, *, varied: bool = False) -> str:
    """The text of one document of a tree of so many."""
    size, links = _shape(number) if varied else (SIZE, LINKS)
    lines = [*_front_matter(number, count), *_linked(number, count, links)]
    if varied and number % BROKEN_EVERY == 1:
        lines += ["", f"It was said in [a record that is gone](record-{number}-is-gone.md)."]
    if varied and number % BROKEN_EVERY == 2:  # noqa: PLR2004 - the one after it
        lines += ["", "More [further down](#a-section-that-is-gone)."]
    length = sum(len(line) + 1 for line in lines)
    for line in _prose(number):
        lines.append(line)
        length += len(line) + 1
        if length >= size:
            return "\n".join(lines) + "\n"
    raise AssertionError("prose has no end")


def _shape(number: int) -> tuple[int, int]:
    """Size and number of links: mostly small, seldom large, as in real trees."""
    chance = number * 2_654_435_761 % 2**32 / 2**32  # scattered evenly, the same everywhere
    size = int(900 / (1.015 - chance) ** 0.9)
    return size, int(chance**3 * 40)


def _type(number: int) -> str:
    return _TYPES[number % len(_TYPES)]


def _front_matter(number: int, count: int) -> Iterator[str]:
    yield "---"
    yield f"document_id: {identity(number)}"
    yield f"type: {_type(number)}"
    yield f"title: {_title(number)}"
    yield f"status: {_STATUSES[number % len(_STATUSES)]}"
    yield f'version: "{number % 4}.{number % 10}"'
    yield f"last_updated: 2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
    yield f"owner: Team {_WORDS[number % len(_WORDS)]}"
    yield 'docops_version: "2.0"'
    # lists in brackets are broken links to a tool that reads front matter as text
    yield from ("keywords:", f"  - {_WORDS[number % 7]}", f"  - {_WORDS[number % 11 + 7]}")
    yield from ("related_ids:", f"  - {identity((number + 1) % count)}")
    yield "---"
    yield ""
    yield f"# {_title(number)}"
    yield ""


def _title(number: int) -> str:
    return f"The {_WORDS[number % 13]} of the {_WORDS[number % 17 + 13]}, number {number}"


def _linked(number: int, count: int, links: int) -> Iterator[str]:
    """Links to neighbours, to documents far away, and to headings of either."""
    yield "## Related"
    yield ""
    here = os.path.dirname(place(number))
    for each in range(links):
        other = (number + each + 1 if each % 2 else number * 31 + each * 977 + 1) % count
        target = os.path.relpath(place(other), here).replace(os.sep, "/")
        anchor = "#related" if each % 4 == 3 else ""  # noqa: PLR2004 - every fourth
        yield f"- [{_title(other)}]({target}{anchor}) on the {_WORDS[(number + each) % len(_WORDS)]}"


def _prose(number: int) -> Iterator[str]:
    """Sections without end: paragraphs, and in turn a table, a block of code, a list."""
    section = 0
    while True:
        heading = _HEADINGS[section % len(_HEADINGS)]
        yield from ("", f"## {heading}" if section < len(_HEADINGS) else f"## {heading} {section}", "")
        for line in range(4):
            yield _sentence(number + section * 5 + line, 14)
        yield ""
        yield from _block(number, section)
        section += 1


def _block(number: int, section: int) -> Iterator[str]:
    if section % 3 == 0:
        yield from ("| name | meaning |", "| --- | --- |")
        yield from (f"| `{_WORDS[(number + row) % 29]}` | {_sentence(number + row, 6)} |" for row in range(3))
    elif section % 3 == 1:
        yield from (
            "```python",
            f"def {_WORDS[number % 29]}(value: int) -> int:",
            f"    return value + {number}",
            "```",
        )
    else:
        yield from (f"- **{_WORDS[(number + row) % 29]}**: {_sentence(number + row, 8)}" for row in range(3))


def _sentence(seed: int, length: int) -> str:
    words = [_WORDS[(seed * 7 + each * (seed % 11 + 1)) % len(_WORDS)] for each in range(length)]
    return f"The {' '.join(words)}."


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.generate")
    parser.add_argument("folder", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("--varied", action="store_true")
    chosen = parser.parse_args()
    write(chosen.folder, chosen.count, varied=chosen.varied)


if __name__ == "__main__":
    main()
