"""Bodies of documents: all readings agree, every place exists, and none costs more than its length is worth."""

from collections.abc import Hashable
from random import Random

from tests.support import bodies

from fuzz.target import Target, chance, hold
from meminit.config.settings import Links
from meminit.documents import by_markdown_it, front_matter, markdown
from meminit.documents.body import Body, Scan
from meminit.documents.flavours import FLAVOURS
from meminit.linking.targets import Lookups
from meminit.sources.lines import split

_FIRST_LINE = 3
_MANY = 1000
_LOOKUPS = Lookups("docs/a")
_LARGE = 8192
_WIKI = ["[[a]]", "[[b|c]]", "a[[1, 2]]", "| [[a\\|b]] |\n|--|\n", "[[_TOC_]]", "[[a#b]]", "![[c.png]]"]
_HTML = [
    "<a href=x.md>",
    "<a\nhref='y.md'>",
    '<img srcset="a.png 1x, b.png 2x">',
    "<h2>a</h2>",
    '<a id="',
    "<script>",
    "</script>",
]
_LABELS = ["[^]: x\n\n", "[^ ]: y\n\n", "[^1 #]: z\n\n", "[^]", "[^ ]"]
_BLOCK = ["<!-- MEMINIT_METADATA_BLOCK -->\n\n", "> **A:** b\n", "> **A**: b\\\n"]
_TRAPS = [*bodies.TRAPS.values(), *bodies.CLEAR.values()]
_PIECES = [*bodies.PIECES, *_WIKI, *_HTML, *_LABELS, *_BLOCK]


def made(dice: Random) -> bytes:
    if dice.random() < 0.3:
        return str(dice.choice(_TRAPS)).encode()
    pieces = [*bodies.QUIET, *dice.choices(_PIECES, k=dice.choice([2, 5, 200]))]
    return "".join(dice.choices(pieces, k=dice.randint(1, dice.choice([6, 14, 30])))).encode("utf-8", "replace")


def examine(content: bytes) -> Hashable:
    text = content.decode("utf-8", "replace").removeprefix("\ufeff")
    dice = chance(content)
    front = front_matter.read(text)
    body = text[front.body_at :].replace("\0", "\ufffd")
    lines, most = split(body), dice.choice([_MANY, _MANY, 2])
    flavours = FLAVOURS if len(content) < _LARGE else dice.sample(list(FLAVOURS), 1)
    came_to: list[Hashable] = []
    for flavour in flavours:
        links = Links(slugs=flavour, wiki=dice.random() < 0.3)
        whole = markdown.read(body, _FIRST_LINE, links, most)
        _places(whole, lines)
        placed = markdown.placed_links(body, _FIRST_LINE, links, most)
        hold(placed == whole.links, flavour, links.wiki, placed, whole.links)
        came_to.append(_glanced(body, links, whole))
    stand_in = by_markdown_it.read(body, _FIRST_LINE, Links(), most) if len(content) < _LARGE else whole
    _places(stand_in, lines)
    return (
        *came_to,
        *(min(3, len(each)) for each in (whole.links, whole.headings, whole.labels, whole.anchors or (), whole.block)),
    )


def _glanced(body: str, links: Links, whole: Body) -> bool:
    """Whether a quick scan answers; then it finds what the whole reading finds."""
    short = markdown.quick_scan(body, links, _FIRST_LINE)
    if short is None or whole.surplus:
        return False
    hold(_of_scan(short) == _of_body(whole), links.slugs, short, whole)
    hold(short.anchors == whole.anchors, links.slugs, short.anchors, whole.anchors)
    hold(sorted(whole.labels) == sorted(short.labels), links.slugs, whole.labels, short.labels)
    hold(whole.block == short.block, links.slugs, whole.block, short.block)
    longer = markdown.quick_scan(body, links, _FIRST_LINE, wants_headings=True)
    if longer:
        found, known = ([(each.level, each.text, each.nested) for each in of.headings or ()] for of in (longer, whole))
        hold(found == known, links.slugs, found, known)
    return True


def _of_scan(scan: Scan) -> set[str | None]:
    of_targets = {_LOOKUPS.of(target, scan.anchors) for target in scan.targets}
    return (of_targets | {_LOOKUPS.plain(*target) for target in scan.plain_targets}) - {None}


def _of_body(body: Body) -> set[str | None]:
    return {_LOOKUPS.of(link, body.anchors or ()) for link in body.links} - {None}


def _places(body: Body, lines: list[str]) -> None:
    target_places = [each.target_place for each in body.links if each.target_place]
    for heading in body.headings:
        _there(lines, heading.line, heading.column)
    for line in body.block:
        _there(lines, line.line, line.column)
    for link in body.links:
        _there(lines, link.line, link.column)
    for label in body.labels:
        _there(lines, label.line, label.column)
        hold(label.first is None or _FIRST_LINE <= label.first <= label.line, label)
    for target_place in target_places:
        _there(lines, target_place.line, target_place.column)
        there = "\n".join(lines[target_place.line - _FIRST_LINE :])[target_place.column - 1 :]
        hold(there.startswith("\n".join(split(target_place.written))), target_place)
    if body.surplus:
        _there(lines, *body.surplus)


def _there(lines: list[str], line: int, column: int | None) -> None:
    hold(_FIRST_LINE <= line < _FIRST_LINE + len(lines), line, column)
    hold(column is None or 1 <= column <= len(lines[line - _FIRST_LINE]) + 1, line, column)


TARGET = Target(
    "markdown",
    examine,
    [str(each).encode("utf-8", "replace") for each in _PIECES],
    made,
    seconds=1.0,
    seconds_per_kilobyte=0.04,
)
