"""The visible metadata block differs from the front matter.

## Why

The lines after `<!-- MEMINIT_METADATA_BLOCK -->` repeat fields of the front matter for readers of the page. If the two
differ, people and tools use different values. A code in capitals may be shown as the name that it shortens: `GOV` as
Governance, `AGENT` as Agentic integration. As its status the block may show the state of the work that the document is
about, such as Implemented or In Progress.

## Bad

```markdown docs/guide.md
---
title: Guide
owner: Platform team
---

<!-- MEMINIT_METADATA_BLOCK -->

> **Owner:** Payments team
```

## Good

```markdown docs/guide.md
---
title: Guide
owner: Platform team
---

<!-- MEMINIT_METADATA_BLOCK -->

> **Owner:** Platform team
```

## Remedy

Correct the line in the block, or correct the field in the front matter.

`meminit fix` makes the line say what the front matter says.
"""

import re
from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.model.node import Node, Scalar, Sequence
from meminit.rule import DocumentRule, Hit, Meta, Part
from meminit.words import quoted

_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
# States of the work that a document is about: a block may show one where the front matter has the document's own.
_STATES = frozenset({"not started", "in progress", "blocked", "qa required", "done", "implemented"})
_CODE = re.compile(r"[A-Z]{3,}", re.ASCII)
_DECORATION = str.maketrans("", "", "*`\"'\\")


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    seen: set[str] = set()
    for line in document.block:
        field = "_".join(line.label.casefold().split())
        node = document.metadata.field(field)
        if field in seen or not (node or field in document.metadata.described):
            continue
        shown = _plain(line.value)
        if field == "status" and node and shown.casefold() in _STATES:
            continue
        if node is None or not _is_same(shown, _plain(_written(node))):
            seen.add(field)
            written = quoted(_written(node)) if node else "missing"
            context = {"field": field, "label": line.label, "shown": quoted(line.value), "written": written}
            yield Hit(line.line, line.column, context=context)


def _is_same(shown: str, written: str) -> bool:
    """Whether both are one value. A code in capitals may be shown as the name that it shortens: GOV as Governance."""
    return shown == written or (_CODE.fullmatch(written) is not None and shown.upper().startswith(written))


def _written(node: Node) -> str:
    if isinstance(node, Scalar):
        return node.written
    return ", ".join(_written(item) for item in node.items) if isinstance(node, Sequence) else ""


def _plain(text: str) -> str:
    """The text without Markdown: links, emphasis and quotes."""
    shown = _LINK.sub(r"\1", text) if "[" in text else text
    return " ".join(shown.translate(_DECORATION).split())


RULE = DocumentRule(
    Meta(
        "METADATA_BLOCK_DRIFT",
        "content",
        Severity.WARNING,
        "{label} is {shown} here, but {field} is {written} in the front matter",
        "The visible metadata block differs from the front matter.",
        fixable=True,
    ),
    check,
    needs=frozenset({Part.BLOCK}),
)
