"""Makes a line of the visible block say what the front matter says."""

from meminit.correction import NOT_ON_ONE_LINE, Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding
from meminit.model.node import Node, Scalar, Sequence
from meminit.model.plan import TextEdit


def correct(finding: Finding, page: Page, _known: Known) -> Result:
    node = page.metadata.field(str(finding.context.get("field", "")))
    block = page.document.block if page.document else ()
    line = next((each for each in block if (each.line, each.column) == (finding.line, finding.column)), None)
    if node is None or line is None:
        return Stays("needs_author", "the front matter does not have this field")
    new = _written(node)
    if new is None or "\n" in new or "\r" in new:
        return NOT_ON_ONE_LINE if new is not None else Stays("needs_author", "the value is not one line of text")
    if not line.value:
        text = page.lines[line.line - 1]
        gap = "" if text.endswith((" ", "\t")) else " "
        return Corrected((TextEdit(line.line, len(text) + 1, "", gap + new, finding.code),))
    return Corrected((TextEdit(line.line, line.column, line.value, new, finding.code),))


def _written(node: Node) -> str | None:
    if isinstance(node, Scalar):
        return node.written
    if not isinstance(node, Sequence):
        return None
    items = [_written(each) for each in node.items]
    return None if None in items else ", ".join(filter(None, items))


CORRECTION = Correction(("METADATA_BLOCK_DRIFT",), correct)
