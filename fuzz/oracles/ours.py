"""What meminit reads in a body."""

from fuzz.oracles.reading import Heading, Reading, shown, target
from meminit.config.settings import Links
from meminit.documents import markdown
from meminit.model import open_set

_LINKS = Links(slugs="github")


def read(text: str) -> Reading:
    body = markdown.read(text, 1, _LINKS)
    placed = [(found, link.line) for link in body.links if (found := target(link.target)) is not None]
    return Reading(
        frozenset(found for found, _ in placed),
        tuple(sorted(Heading(each.line, each.level, shown(each.text)) for each in body.headings)),
        # Without those of footnotes, and what headings with templates may become.
        frozenset(each for each in body.anchors or () if not each.startswith(("fn", open_set.MARK))),
        frozenset(placed),
    )
