"""Documents of 3 KB with valid metadata and 8 relative links; varied ones differ in size, and some links are broken."""

from collections.abc import Iterator

from bench.invented import STATUSES, WORDS, date, identity, other, relative, sentence, title, type_of

SIZE = 3000
LINKS = 8
BROKEN_EVERY = 40  # in a varied tree, one document of so many has a broken link, and another one a broken anchor

_HEADINGS = ("Context", "Decision", "Consequences", "How it works", "What may fail", "Open questions")


def document(number: int, count: int, *, varied: bool = False, to_middle: int = 0) -> str:
    """The text of one document of a tree of so many; each of `to_middle` leads to the one in the middle, too."""
    size, links = _shape(number) if varied else (SIZE, LINKS)
    lines = [*_front_matter(number, count), *_linked(number, count, links)]
    if varied and number % BROKEN_EVERY == 1:
        lines += ["", f"It was said in [a record that is gone](record-{number}-is-gone.md)."]
    if varied and number % BROKEN_EVERY == 2:  # noqa: PLR2004 - the one after it
        lines += ["", "More [further down](#a-section-that-is-gone)."]
    if to_middle and number % to_middle == 0:
        lines += ["", f"More is in [the middle]({relative(number, count // 2)})."]
    length = sum(len(line) + 1 for line in lines)
    for line in _prose(number):
        lines.append(line)
        length += len(line) + 1
        if length >= size:
            return "\n".join(lines) + "\n"
    raise AssertionError("prose has no end")


def bare(number: int, count: int) -> str:
    """The same without its front matter."""
    return document(number, count).split("---\n", 2)[2].lstrip("\n")


def _shape(number: int) -> tuple[int, int]:
    """Size and number of links: mostly small, seldom large, as in real trees."""
    chance = number * 2_654_435_761 % 2**32 / 2**32  # scattered evenly, the same everywhere
    size = int(900 / (1.015 - chance) ** 0.9)
    return size, int(chance**3 * 40)


def _front_matter(number: int, count: int) -> Iterator[str]:
    yield "---"
    yield f"document_id: {identity(number)}"
    yield f"type: {type_of(number)}"
    yield f"title: {title(number)}"
    yield f"status: {STATUSES[number % len(STATUSES)]}"
    yield f'version: "{number % 4}.{number % 10}"'
    yield f"last_updated: {date(number)}"
    yield f"owner: Team {WORDS[number % len(WORDS)]}"
    yield 'docops_version: "2.0"'
    # lists in brackets are broken links to a tool that reads front matter as text
    yield from ("keywords:", f"  - {WORDS[number % 7]}", f"  - {WORDS[number % 11 + 7]}")
    yield from ("related_ids:", f"  - {identity((number + 1) % count)}")
    yield "---"
    yield ""
    yield f"# {title(number)}"
    yield ""


def _linked(number: int, count: int, links: int) -> Iterator[str]:
    """Links to neighbours, to documents far away, and to headings of either."""
    yield "## Related"
    yield ""
    for each in range(links):
        linked = other(number, each, count)
        anchor = "#related" if each % 4 == 3 else ""  # noqa: PLR2004 - every fourth
        yield f"- [{title(linked)}]({relative(number, linked)}{anchor}) on the {WORDS[(number + each) % len(WORDS)]}"


def _prose(number: int) -> Iterator[str]:
    """Sections without end: paragraphs, and in turn a table, a block of code, a list."""
    section = 0
    while True:
        heading = _HEADINGS[section % len(_HEADINGS)]
        yield from ("", f"## {heading}" if section < len(_HEADINGS) else f"## {heading} {section}", "")
        for line in range(4):
            yield sentence(number + section * 5 + line, 14)
        yield ""
        yield from _block(number, section)
        section += 1


def _block(number: int, section: int) -> Iterator[str]:
    if section % 3 == 0:
        yield from ("| name | meaning |", "| --- | --- |")
        yield from (f"| `{WORDS[(number + row) % 29]}` | {sentence(number + row, 6)} |" for row in range(3))
    elif section % 3 == 1:
        yield from (
            "```python",
            f"def {WORDS[number % 29]}(value: int) -> int:",
            f"    return value + {number}",
            "```",
        )
    else:
        yield from (f"- **{WORDS[(number + row) % 29]}**: {sentence(number + row, 8)}" for row in range(3))
