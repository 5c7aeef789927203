"""Reads the lines that repeat front matter for human readers, right after their mark."""

from collections.abc import Iterator

from meminit.documents.positions import LINE_END, Positions
from meminit.model.document import BlockLine


def visible_block(places: Positions, start: int) -> Iterator[BlockLine]:
    """The quoted lines that follow, as far as they go."""
    data, begun, at = places.data, False, start
    while at < len(data):
        end = LINE_END.search(data, at)
        line = data[at : end.start() if end else len(data)].decode()
        if line.lstrip().startswith(">"):
            begun = True
            yield from _block_line(line, places.of(at)[0])
        elif line.strip() or begun:
            return
        at = end.end() if end else len(data)


def _block_line(line: str, number: int) -> Iterator[BlockLine]:
    """`> **Label:** value`, or with the colon behind the stars."""
    content = line.lstrip().removeprefix(">").lstrip()
    before, _, rest = content.removeprefix("**").partition("**")
    label, value = before.strip(), rest.strip()
    if not content.startswith("**") or not (label.endswith(":") or value.startswith(":")):
        return
    value = value if label.endswith(":") else value.removeprefix(":").lstrip()
    value = value.removesuffix("\\").rstrip()
    yield BlockLine(label.removesuffix(":").rstrip(), value, number, line.rfind(value) + 1)
