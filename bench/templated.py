"""Documents as our own templates write them: a visible block, marked sections with prose, reference definitions."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench.invented import STATUSES, TYPES, WORDS, date, identity, other, relative, sentence, title, type_of

_TEMPLATES = Path(__file__).resolve().parent.parent / "src/meminit/templates"
_BLANK = re.compile(r"\{\{(\w+)\}\}")
_PROMPT = re.compile(r"<!-- AGENT: [^>]* -->\n")
_SECTION = re.compile(r"<!-- MEMINIT_SECTION: (\S+) -->\n\n## (.+)\n")
_FAULTS = ("link", "anchor", "field")
_DEFINED = 2  # targets that definitions hold; the other links hold theirs themselves
_WHOLE = 100


class _Template(NamedTuple):
    text: str
    anchors: tuple[str, ...]
    sections: tuple[str, ...]


def document(number: int, count: int, *, broken: int = 0) -> str:
    """The text of one document of a tree of so many, of which so many in a hundred have one fault each."""
    template = _template(type_of(number))
    fault = _fault(number, broken)
    values = _values(number, count, fault)
    text = _BLANK.sub(lambda blank: values[blank[1]], template.text)
    sections = iter(range(len(template.sections)))
    text = _PROMPT.sub(lambda _: "\n".join(_section(number, count, next(sections), fault)) + "\n", text)
    return text + "".join(f"\n{line}" for line in _definitions(number, count)) + "\n"


def config() -> str:
    """The types with their sections, as a repository has them that uses the templates."""
    types = (f"\n[types.{name}]\nsections = [{_listed(_template(name).sections)}]\n" for name in TYPES)
    return "".join(['project = "Bench"\n', *types])


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)


@cache
def _template(kind: str) -> _Template:
    text = (_TEMPLATES / f"{kind.lower()}.template.md").read_text(encoding="utf-8")
    anchors, sections = zip(*_SECTION.findall(text), strict=True)
    return _Template(text, anchors, sections)


def _fault(number: int, broken: int) -> str | None:
    """Spread evenly, and each kind in turn."""
    before, remainder = divmod(number * broken, _WHOLE)
    return _FAULTS[before % len(_FAULTS)] if remainder < broken else None


def _values(number: int, count: int, fault: str | None) -> Mapping[str, str]:
    return {
        "document_id": identity(number),
        "type": type_of(number),
        "title": title(number),
        "status": "Drafty" if fault == "field" else STATUSES[number % len(STATUSES)],
        "date": date(number),
        "owner": f"Team {WORDS[number % len(WORDS)]}",
        "area": WORDS[number % 7 + 11],
        "description": sentence(number, 12),
        "keywords": f"{WORDS[number % 7]}, {WORDS[number % 11 + 7]}",
        "related_ids": ", ".join(identity(other(number, each, count)) for each in range(_DEFINED)),
    }


def _section(number: int, count: int, rank: int, fault: str | None) -> Iterator[str]:
    """A paragraph with two links, and a block: a list, code, a table, in turn."""
    yield f"{_words(number, rank, 0)} See {_link(number, count, 2 * rank)}."
    if rank < _DEFINED:
        yield f"{_words(number, rank, 1)} That is said in [{title(_target(number, count, rank))}][{_label(rank)}]."
    else:
        yield f"{_words(number, rank, 1)} See also {_link(number, count, 2 * rank + 1)}."
    yield ""
    yield from _block(number + rank, rank)
    if rank == 0 and fault == "link":
        yield from ("", f"It was said in [a record that is gone](record-{number}-is-gone.md).")
    if rank == 0 and fault == "anchor":
        target = relative(number, other(number, 1, count))
        yield from ("", f"More in [a section that is gone]({target}#a-section-that-is-gone).")


def _words(number: int, rank: int, half: int) -> str:
    return sentence(number + 5 * rank + half, 13)


def _block(seed: int, rank: int) -> Iterator[str]:
    if rank % 3 == 0:
        yield from (f"- **{WORDS[(seed + row) % 29]}**: {sentence(seed + row, 8)}" for row in range(2))
    elif rank % 3 == 1:
        yield from ("```sh", f"{WORDS[seed % 29]} --{WORDS[seed % 17]}={seed} --verbose < requests.json", "```")
    else:
        yield from ("| name | meaning |", "| --- | --- |")
        yield from (f"| `{WORDS[(seed + row) % 29]}` | {sentence(seed + row, 6)} |" for row in range(2))


def _link(number: int, count: int, each: int) -> str:
    """Every other one leads to a section."""
    target = other(number, each, count)
    anchors = _template(type_of(target)).anchors
    anchor = f"#{anchors[number % len(anchors)]}" if each % 4 else ""
    return f"[{title(target)}]({relative(number, target)}{anchor})"


def _definitions(number: int, count: int) -> Iterator[str]:
    for rank in range(_DEFINED):
        yield f"[{_label(rank)}]: {relative(number, _target(number, count, rank))}"


def _label(rank: int) -> str:
    return ("specification", "earlier record")[rank]


def _target(number: int, count: int, rank: int) -> int:
    return other(number, rank + 10, count)
