"""Reads the body of a document into facts, with whichever parser this machine has."""

import re

from meminit.config.settings import Links
from meminit.documents.body import Body, Scan
from meminit.model.link import Link
from meminit.sources.limits import DEFAULT
from meminit.sources.lines import LONE_RETURN

try:
    from meminit.documents import by_pyromark as parser
except ImportError:  # no wheel for this machine
    from meminit.documents import by_markdown_it as parser  # type: ignore[no-redef]


def glance(text: str, links: Links) -> Scan | None:
    """The same without places, and without labels that do not fit; None where only the whole reading can tell."""
    return parser.glance(_plain(text), links)


def read(text: str, first_line: int, links: Links, most_links: int = DEFAULT.links) -> Body:
    """The facts of a body that begins on the given line of its file."""
    return parser.read(_plain(text), first_line, links, most_links)


def placed_links(text: str, first_line: int, links: Links, most_links: int = DEFAULT.links) -> tuple[Link, ...]:
    """The links of a body alone, as the whole reading has them."""
    return parser.placed_links(_plain(text), first_line, links, most_links)


def _plain(text: str) -> str:
    """The text without NUL, as CommonMark wants it, which no name of a file can hold anyway, nor a lone return.

    A return ends a line, but the parser does not see that everywhere. No place changes.
    """
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    return re.sub(LONE_RETURN, "\n", text) if "\r" in text else text
