"""Removes the field that does not count, where a key stands twice and both say the same."""

import re

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.node import Mapped, Node, Scalar, Sequence
from meminit.model.plan import TextEdit
from meminit.sources import yaml_text

_MORE = re.compile(r"[ \t]+\S|-(?:[ \t]|$)")  # a line that belongs to the field above it


def correct(finding: Finding, page: Page, _known: Known) -> Result:
    key, first, second = str(finding.context.get("key", "")), finding.context.get("first_line"), finding.line
    fields = page.fields
    if fields is None or not isinstance(first, int) or second is None or finding.column != fields.column:
        return Stays("no_clear_correction", "it stands within a value")
    one, other = _extent(page, first), _extent(page, second)
    texts = ["".join(page.lines[each - 1] + "\n" for each in extent) for extent in (one, other)]
    nodes = [_value(each, key) for each in texts]
    if nodes[0] is None or nodes[1] is None or first == second:
        return Stays("no_clear_correction", "it is written in a way that cannot be edited")
    if _meaning(nodes[0]) != _meaning(nodes[1]):
        return Stays("ambiguous", f"both fields {key} say something else; only the last one counts")
    if "#" in texts[0] and "#" not in str(_meaning(nodes[0])):
        return Stays("needs_author", "there is a comment on the field that does not count")
    old = "".join(page.lines[each - 1] + page.line_end_of(each) for each in one)
    return Corrected((TextEdit(first, 1, old, "", finding.code),))


def _extent(page: Page, line: int) -> range:
    """The lines of the field that begins on this one."""
    end = line + 1
    while end < page.front.closing_line and _MORE.match(page.lines[end - 1]):
        end += 1
    return range(line, end)


def _value(text: str, key: str) -> Node | None:
    try:
        root = yaml_text.parse(text).root
    except yaml_text.YamlError:
        return None
    return root.entries[key].node if isinstance(root, Mapped) and set(root.entries) == {key} else None


def _meaning(node: Node) -> object:
    """What is written, without quotes and places."""
    if isinstance(node, Scalar):
        return node.kind, node.written
    if isinstance(node, Sequence):
        return [_meaning(each) for each in node.items]
    return {key: _meaning(entry.node) for key, entry in node.entries.items()}


CORRECTION = Correction(("DUPLICATE_KEY",), correct)
