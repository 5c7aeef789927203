"""Looks into files that are no governed documents, as far as links into them need it."""

import os
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents import front_matter, markdown, marks
from meminit.documents.discover import MARKDOWN
from meminit.documents.tree import Names, Tree
from meminit.sources import gate


class Outsider(NamedTuple):
    """What links need to know of a file that is no governed document; `lines` is None where it is no text."""

    lines: int | None
    anchors: frozenset[str] | None


def outsider(tree: Tree, names: Names, links: Links) -> Outsider | None:
    """None where the file cannot be read."""
    try:
        data = gate.read_inside(tree.root, os.path.join(*names), tree.limits.document)
    except gate.SourceError:
        return None
    count = None if b"\0" in data else _lines(data)
    try:
        text = gate.decode(data)
    except gate.BadEncoding:
        return Outsider(count, None)
    if not names[-1].lower().endswith(MARKDOWN):
        return Outsider(count, None)
    front = front_matter.read(text)
    rest = text[front.body_at :]
    if marks.surplus(rest, front.body_line, tree.limits.marks):
        return Outsider(count, None)
    body = markdown.glance(rest, links) or markdown.read(rest, front.body_line, links)  # a tenth of the time
    return Outsider(count, body.anchors)


def _lines(data: bytes) -> int:
    """How many lines a text has, without making each of them."""
    ends = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    return ends if not data or data.endswith((b"\n", b"\r")) else ends + 1
