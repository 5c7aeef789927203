"""Looks into files that are no governed documents, as far as links into them need it."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents import front_matter, html, markdown
from meminit.documents.discover import MARKDOWN
from meminit.documents.slugs import as_anchor
from meminit.documents.tree import Tree
from meminit.markup import prepared
from meminit.model.document import Metadata
from meminit.sources import gate
from meminit.sources.files import Names

_READ_AS_MARKDOWN = (*MARKDOWN, ".mdx")
_HTML = (".html", ".htm")


class Outsider(NamedTuple):
    """What links need to know of a file that is no governed document; `lines` is None where it is no text."""

    lines: int | None
    anchors: frozenset[str] | None


def outsider(tree: Tree, names: Names, links: Links) -> Outsider | None:
    """None where the file cannot be read."""
    try:
        data = tree.sources.read_inside("/".join(names), tree.limits.document)
    except gate.SourceError:
        return None
    count = None if b"\0" in data else _lines(data)
    try:
        text = gate.decode(data)
    except gate.BadEncoding:
        return Outsider(count, None)
    if not names[-1].lower().endswith(_READ_AS_MARKDOWN):
        return Outsider(count, None)
    try:
        return Outsider(count, _anchors(text, links, tree.limits.marks))
    except MemoryError:
        return Outsider(count, None)


def fields(tree: Tree, names: Names, wanted: Collection[str]) -> Mapping[str, Sequence[str]]:
    """What these fields of its front matter hold; nothing where it cannot be read."""
    try:
        text = gate.decode(tree.sources.read_inside("/".join(names), tree.limits.document))
    except (gate.SourceError, gate.BadEncoding, MemoryError):
        return {}
    found = Metadata("", "", "", front_matter.read(text, tree.limits).fields)
    return {name: [each.written for each in values] for name in wanted if (values := found.texts(name))}


def put_in(tree: Tree, names: Names, links: Links) -> frozenset[str] | None:
    """The anchors of a file whose text a site puts into a page; None where they are not known."""
    name = names[-1].lower()
    if name.endswith(_READ_AS_MARKDOWN) or not name.endswith(_HTML):
        found = outsider(tree, names, links) if name.endswith(_READ_AS_MARKDOWN) else None
        return found.anchors if found else None
    try:
        text = gate.decode(tree.sources.read_inside("/".join(names), tree.limits.document))
        ready = prepared(text, links.markup)
    except (gate.SourceError, gate.BadEncoding, MemoryError):
        return None
    tags = html.tags(ready.text if ready else text)
    found_there = frozenset(as_anchor(anchor) for tag in tags for anchor in html.anchors(tag))
    return found_there | ready.anchors if ready else found_there


def _anchors(text: str, links: Links, most_marks: int) -> frozenset[str] | None:
    front = front_matter.read(text)
    rest = text[front.body_at :]
    if markdown.surplus(rest, front.body_line, most_marks):
        return None
    body = markdown.quick_scan(rest, links) or markdown.read(rest, front.body_line, links)  # a tenth of the time
    return body.anchors


def _lines(data: bytes) -> int:
    """How many lines a text has, without making each of them."""
    ends = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    return ends if not data or data.endswith((b"\n", b"\r")) else ends + 1
