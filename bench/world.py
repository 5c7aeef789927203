"""Documents as they grow in the world: sizes, links and kinds of markup have the shares that real trees have."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from random import Random

from bench.invented import STATUSES, WORDS, date, identity, other, relative, sentence, title, type_of

# Of a thousand documents, as `python -m bench.shares` measured it on 2026-11-20 on the 17 trees of MEMINIT_TEST_DATA,
# some 400 documents of each at most. A block is rare in others' documents, and every one of ours has it.
SHARES: Mapping[str, int] = {
    "block": 13,
    "definitions": 152,
    "footnotes": 9,
    "html": 335,
    "comments": 146,
    "code": 361,
    "tables": 115,
    "admonitions": 92,
    "shortcodes": 206,
    "lists": 627,
    "images": 80,
}
_SIZES = ((0.0, 0), (0.1, 75), (0.3, 1389), (0.55, 4104), (0.8, 11847), (0.95, 29862), (1.0, 60000))
_LINKS = ((0.0, 0), (0.1, 0), (0.3, 1), (0.55, 4), (0.8, 13), (0.95, 39), (1.0, 100))
# Of a thousand links; chosen and not measured, since what is broken in a tree depends on its configuration.
_GONE, _GONE_ANCHORS = 30, 10
_THOUSAND = 1000
_PARTS = 3  # paragraphs between two blocks of markup


def document(number: int, count: int) -> str:
    """The text of one document of a tree of so many."""
    dice = Random(number)  # the same each time
    size, links = _of(_SIZES, dice.random()), _of(_LINKS, dice.random())
    kinds = [name for name, share in SHARES.items() if dice.randrange(_THOUSAND) < share]
    targets = [_target(number, count, dice) for _ in range(max(links, "definitions" in kinds))]
    defined = targets[: len(targets) // 2 + 1] if "definitions" in kinds else []
    lines = [*_head(number, block="block" in kinds), *_body(number, size, kinds, targets[len(defined) :], dice)]
    for rank in range(len(defined)):
        lines += ("", f"{sentence(number + rank, 9)} More in [the {WORDS[rank % 29]}][ref-{rank}].")
    if "footnotes" in kinds:
        lines += ("", "As was said.[^1]", "", f"[^1]: {sentence(number, 9)}")
    lines += ["", *(f"[ref-{rank}]: {target}" for rank, target in enumerate(defined))] if defined else []
    return "\n".join(lines) + "\n"


def _of(steps: tuple[tuple[float, int], ...], rank: float) -> int:
    """What is measured at this rank; between two steps on the line between them."""
    for (before, least), (after, most) in pairwise(steps):
        if rank <= after:
            return least + int((most - least) * (rank - before) / (after - before))
    raise AssertionError("a rank is at most 1")


def _target(number: int, count: int, dice: Random) -> str:
    linked = other(number, dice.randrange(count), count)
    chance = dice.randrange(_THOUSAND)
    if chance < _GONE:
        return f"record-{number}-is-gone.md"
    if chance < _GONE + _GONE_ANCHORS:
        return f"{relative(number, linked)}#a-section-that-is-gone"
    return relative(number, linked)


def _head(number: int, *, block: bool) -> Iterator[str]:
    yield from ("---", f"document_id: {identity(number)}", f"type: {type_of(number)}", f"title: {title(number)}")
    yield from (f"status: {STATUSES[number % len(STATUSES)]}", f'version: "1.{number % 10}"')
    yield from (f"last_updated: {date(number)}", f"owner: Team {WORDS[number % len(WORDS)]}", 'docops_version: "2.0"')
    yield from ("---", "", f"# {title(number)}", "")
    if block:
        yield from ("<!-- MEMINIT_METADATA_BLOCK -->", "", f"> **Document ID:** {identity(number)}", "")


def _body(number: int, size: int, kinds: list[str], targets: list[str], dice: Random) -> Iterator[str]:
    """Sections with the links and, one after the other, the kinds of markup, until the size is reached."""
    blocks = [_BLOCKS[kind] for kind in kinds if kind in _BLOCKS]
    written = section = 0
    while written < size or targets or section < len(blocks):
        lines = [f"## {WORDS[dice.randrange(29)].title()} and {WORDS[section % 29]} {section}", ""]
        for part in range(_PARTS):
            linked = f" See [{WORDS[part]}]({targets.pop()})." if targets else ""
            lines += (f"{sentence(number + section * _PARTS + part, 24)}{linked}", "")
        if blocks:
            lines += (*blocks[section % len(blocks)](number + section), "")
        yield from lines
        written += sum(len(line) + 1 for line in lines)
        section += 1


_BLOCKS: Mapping[str, Callable[[int], tuple[str, ...]]] = {
    "html": lambda seed: (
        '<div class="note">',
        f'<a id="place-{seed}"></a>{sentence(seed, 6)}<br/>Press <kbd>Enter</kbd>.',
        "</div>",
    ),
    "comments": lambda seed: ("<!--", f"TODO: {sentence(seed, 6)}", "-->"),
    "code": lambda seed: (
        "```sh",
        f"{WORDS[seed % 29]} --{WORDS[seed % 17]}={seed} < <(cat a[0][1])",
        "# [x]: none",
        "```",
    ),
    "tables": lambda seed: ("| name | meaning |", "| --- | --- |", f"| `{WORDS[seed % 29]}` | {sentence(seed, 6)} |"),
    "admonitions": lambda seed: ("> [!NOTE]", f"> {sentence(seed, 8)}"),
    "shortcodes": lambda seed: (f'{{{{< note title="{WORDS[seed % 29]}" >}}}}', sentence(seed, 8), "{{< /note >}}"),
    "lists": lambda seed: tuple(f"- **{WORDS[(seed + row) % 29]}**: `{seed}` {sentence(seed, 8)}" for row in range(3)),
    "images": lambda seed: (f"![{sentence(seed, 3)}](https://example.org/{seed}.png)",),
}
