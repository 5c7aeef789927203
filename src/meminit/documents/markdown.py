"""Reads the body of a document into facts, with whichever parser this machine has, unless it has too much markup.

What parsers and rules cost depends on markup far more than on plain text, so a body has a limit for it.
"""

import mmap
import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents import html
from meminit.documents.body import Body, Scan
from meminit.documents.places import NO_SHIFTS, Positions
from meminit.documents.slugs import as_anchor
from meminit.markup import Prepared, prepared
from meminit.model.link import Link, LinkTarget, TargetPlace, Wanted
from meminit.sources.limits import DEFAULT
from meminit.sources.lines import LONE_RETURN
from meminit.words import nfc

try:
    from meminit.documents import by_pyromark as parser
except ImportError:  # no wheel for this machine
    from meminit.documents import by_markdown_it as parser  # type: ignore[no-redef]

# Each counts, whether or not it opens, closes or divides something; an end of a line does so, too.
_OPENING = "[]<>#`&\\"
_OTHERS = "*_~|+-\n\r"
_AS_ONE = 7  # others; lines, lists, tables and emphasis cost far less than what facts are made of
_UNDERLINE = re.compile(r"[\n\r][ \t>]*+(?:=++|-++)[ \t]*+(?=[\n\r])")  # makes the line above a heading
# What makes quotations, lists and footnotes. A parser may go through all of it again at each of the lines that follow.
_NEST = re.compile(r"[\n\r](?=[ \t]*+\S)(?:[ \t]++|>++|[-+*](?=\s)|[0-9]{1,9}+[.)](?=\s)|\[\^[^\]\n\r]{1,999}+\]:)++")
# A blank line or an item of a list ends a paragraph, and with it whatever title of a link is open there. The titles
# that are meant begin with one of these, and end with the next of the others.
_PARAGRAPH_END = re.compile(r"(?:\r\n|\n|\r(?!\n))(?=[ \t>]*+[\n\r]| {0,3}[-+*][ \t]+[^\s])")
_TITLES = tuple(
    (re.compile(rf"(?<=\s){begins}"), re.compile(rf"(?<!\\){ends}")) for begins, ends in ('""', "''", (r"\(", r"\)"))
)
_FOR_A_LINE = 500  # so many marks allow one of a title; a parser may go through all its lines again at each of them
_IN_A_LINE = 2  # characters, its end among them, at least
_TOO_SHORT = 2_000  # for nests and titles to be a burden
_OF_USUAL_LENGTH = 4_000  # so many marks allow what stands before a line to be as long as one more line usually is
_WORTH_ASKING = 20_000  # characters; what less of them takes, any machine has
_FOR_A_CHARACTER, _FOR_A_MARK = 16, 200  # bytes that a parser takes at most, measured on texts of nothing but one mark


def quick_scan(text: str, links: Links, first_line: int = 1, *, wants_headings: bool = False) -> Scan | None:
    """The same without places, but for a metadata block and unused labels; None where the whole reading is needed."""
    plain = _plain(text)
    _make_sure_of_memory(plain)
    ready = prepared(plain, links.markup) if links.markup else None
    if ready is None:
        return parser.quick_scan(plain, links, first_line, wants_headings=wants_headings)
    scan = parser.quick_scan(ready.text, links, first_line, ready.shifts, wants_headings=wants_headings)
    return _with_markup(scan, ready) if scan else None


# What may stand between the signs that end a block of code and the end of their line.
_ADDRESS = re.compile(r"/|\.mdx?(?:[?#]|\Z)")  # a slash, or the ending of a document
_TABS_AFTER_FENCE = re.compile(r"(?:```|~~~) *\t[ \t]*(?=\r?\n|\Z)")


def read(text: str, first_line: int, links: Links, most_links: int = DEFAULT.links) -> Body:
    """The facts of a body that begins on the given line of its file."""
    plain = _plain(text)
    _make_sure_of_memory(plain)
    ready = prepared(plain, links.markup) if links.markup else None
    if ready is None:
        return parser.read(plain, first_line, links, most_links)
    body = parser.read(ready.text, first_line, links, most_links, ready.shifts)
    within = tuple(_links_of_tags(ready, first_line)) if not body.surplus else ()
    return body._replace(
        links=(*body.links, *within),
        anchors=None if body.anchors is None else body.anchors | _anchors(ready),
        link_count=body.link_count + len(within),
    )


def placed_links(
    text: str, first_line: int, links: Links, most_links: int = DEFAULT.links, wanted: Wanted | None = None
) -> tuple[Link, ...]:
    """The links of a body alone, as the whole reading has them; or those that are wanted."""
    plain = _plain(text)
    _make_sure_of_memory(plain)
    ready = prepared(plain, links.markup) if links.markup else None
    if ready is None:
        found = parser.placed_links(plain, first_line, links, most_links, NO_SHIFTS, wanted)
    else:
        others = _links_of_tags(ready, first_line)
        found = (*parser.placed_links(ready.text, first_line, links, most_links, ready.shifts, wanted), *others)
    return tuple([each for each in found if wanted(each.target, each.kind)]) if wanted else found


def _with_markup(scan: Scan, ready: Prepared) -> Scan:
    links = list(_links_of_tags(ready, 1))
    targets = (LinkTarget(each.target, each.kind) for each in links)
    return scan._replace(
        targets=tuple(dict.fromkeys((*scan.targets, *targets))),
        anchors=scan.anchors | _anchors(ready),
        link_count=scan.link_count + len(links),
    )


def _anchors(ready: Prepared) -> frozenset[str]:
    """The anchors that are not in the text for the parser, and entries for those that are not known."""
    tags = (tag for each in ready.tags for tag in html.tags(each.text))
    return ready.anchors.union(nfc(as_anchor(anchor)) for tag in tags for anchor in html.anchors(tag))


def _links_of_tags(ready: Prepared, first_line: int) -> Iterator[Link]:
    """The links in tags that the parser did not see."""
    for each in ready.tags:
        for tag in html.tags(each.text):
            for found in html.targets(_as_element(tag) if each.kind != "element" else tag):
                before = each.text[: found.at]
                lines = before.count("\n")
                column = len(before) - before.rfind("\n") if lines else each.column + found.at
                place = TargetPlace(first_line + each.line + lines, column, found.written)
                yield Link(found.target, "link" if found.is_link else "image", place.line, place.column, place)


def _as_element(tag: html.Tag) -> html.Tag:
    """The tag of a component; `to` is an address where the name says so, as in `NavLink`, or where it looks so."""
    to = tag.attributes.get("to")
    is_link = tag.name.endswith("link") or (to is not None and _ADDRESS.search(to.value) is not None)
    return tag._replace(name=html.LINK_COMPONENT if is_link else html.COMPONENT)


def _plain(text: str) -> str:
    """The text without NUL, as CommonMark wants it, which no name of a file can hold anyway, nor a lone return.

    A return ends a line, and a tab may stand behind the end of a block of code, but the parser does not see that
    everywhere. No place changes.
    """
    if "\t" in text and ("```" in text or "~~~" in text):
        text = _TABS_AFTER_FENCE.sub(lambda found: found[0].replace("\t", " "), text)
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return re.sub(LONE_RETURN, "\n", text) if "\r" in text else text


def _make_sure_of_memory(text: str) -> None:
    """Raises MemoryError where there is too little. The parser's own code could not: it would end the process."""
    # Marks are counted only where there is no room for nothing but marks: it takes a tenth of the reading.
    if len(text) > _WORTH_ASKING and not _has_room((_FOR_A_CHARACTER + _FOR_A_MARK) * len(text)):
        marks = sum(map(text.count, _OPENING + _OTHERS))
        if not _has_room(_FOR_A_CHARACTER * len(text) + _FOR_A_MARK * marks):
            raise MemoryError


def _has_room(size: int) -> bool:
    try:
        mmap.mmap(-1, size).close()
    except OSError:
        return False
    return True


class Surplus(NamedTuple):
    """What there is too much of, and where it becomes too much."""

    words: str
    line: int
    column: int


def surplus(text: str, first_line: int, most: int) -> Surplus | None:
    """What a body has too much of to be read; nearly every one is too short for that, and nothing is counted."""
    if len(text) > most and _is_beyond(text, most):
        enough = bisect_left(range(len(text)), 1, key=lambda length: _is_beyond(text[:length], most))
        return _at(text[:enough], first_line, f"it has more than {most} pieces of markup")
    if len(text) <= _TOO_SHORT:
        return None
    lines, in_a_title = _lines(text), most // _FOR_A_LINE
    if end := _end_of_nest(text, len(text) * most // _OF_USUAL_LENGTH // lines):
        return _at(text[:end], first_line, "its quotations and lists are too deep for so many lines")
    if lines > in_a_title and (start := _start_of_title(text, in_a_title)):
        return _at(text[:start], first_line, f"the title of a link in it has more than {in_a_title} lines")
    return None


def _at(text: str, first_line: int, words: str) -> Surplus:
    data = text.encode()
    return Surplus(words, *Positions(data, first_line).of(len(data) - 1))


def _is_beyond(text: str, most: int) -> bool:
    allowed = _AS_ONE * most
    count = _AS_ONE * sum(map(text.count, _OPENING)) + sum(map(text.count, _OTHERS)) - text.count("\r\n")
    if count > allowed or count + _AS_ONE * _lines(text) <= allowed:
        return count > allowed
    return count + _AS_ONE * sum(1 for _ in _UNDERLINE.finditer(text)) > allowed


def _lines(text: str) -> int:
    others = text.count("\r") - text.count("\r\n") if "\r" in text else 0
    return 1 + text.count("\n") + others


def _end_of_nest(text: str, longest: int) -> int | None:
    """Where what stands before a line ends, if that is far longer than lines usually are."""
    for start, end in _long_pieces(text, longest, "\n"):
        for found in _NEST.finditer(f"\n{text[start:end]}"):
            if len(found[0]) + found[0].count("\t") > longest:  # a tab may stand for two containers
                return start + found.end() - 1
    return None


def _start_of_title(text: str, most: int) -> int | None:
    """Where a link has a title that goes on for too many lines, or what would be one if it were ever closed."""
    pieces = [(0, len(text))] if "\r" in text else _long_pieces(text, _IN_A_LINE * most, "\n\n")
    for start, end in pieces:
        is_long = text.count("\n", start, end) + text.count("\r", start, end) >= most
        if is_long and text.find("](", start, end) >= 0:
            at = _start_in_piece(text[start:end], most)
            if at is not None:
                return start + at
    return None


def _long_pieces(text: str, length: int, end: str) -> Iterator[tuple[int, int]]:
    """What stands between such ends, as far as it is longer.

    Looks at few characters only: it goes from one end to the last end that lies within the length.
    """
    at = 0
    while at + length < len(text):
        last = text.rfind(end, at, at + length + 1)
        if last < 0:
            last = text.find(end, at)
            last = len(text) if last < 0 else last
            yield at, last
        at = last + 1


def _start_in_piece(text: str, most: int) -> int | None:
    start = 0
    for end in (*(found.start() for found in _PARAGRAPH_END.finditer(text)), len(text)):
        if end - start > most and (at := _start_in_paragraph(text[start:end], most)):
            return start + at
        start = end
    return None


def _start_in_paragraph(text: str, most: int) -> int | None:
    link = text.find("](")
    if link < 0 or _lines(text) <= most:
        return None
    for opening, closing in _TITLES:
        after = link
        for end in (*(found.start() for found in closing.finditer(text, link)), len(text)):
            found = opening.search(text, after, end)
            if found and end - found.start() > most and _lines(text[found.start() : end]) > most:
                return found.end()
            after = end
    return None
