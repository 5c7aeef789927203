"""Reads the body of a document into facts, with whichever parser this machine has."""

from meminit.config.settings import Links
from meminit.documents.body import Body
from meminit.model.link import Link
from meminit.sources.limits import DEFAULT

try:
    from meminit.documents import by_pyromark as parser
except ImportError:  # no wheel for this machine
    from meminit.documents import by_markdown_it as parser  # type: ignore[no-redef]


def glance(text: str, links: Links) -> Body | None:
    """The same without places, and without labels that do not fit; None where only the whole reading can tell."""
    return parser.glance(_without_nul(text), links)


def read(text: str, first_line: int, links: Links, most_links: int = DEFAULT.links) -> Body:
    """The facts of a body that begins on the given line of its file."""
    return parser.read(_without_nul(text), first_line, links, most_links)


def placed_links(text: str, first_line: int, links: Links, most_links: int = DEFAULT.links) -> tuple[Link, ...]:
    """The links of a body alone, as the whole reading has them."""
    return parser.placed_links(_without_nul(text), first_line, links, most_links)


def _without_nul(text: str) -> str:
    """CommonMark wants it so, and no name of a file can hold the character anyway."""
    return text.replace("\0", "\ufffd") if "\0" in text else text
