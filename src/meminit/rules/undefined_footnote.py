"""A mark refers to a footnote that is not there.

## Why

Readers see `[^label]` as it is written, and miss the note.

## Bad

```markdown docs/guide.md
---
title: Guide
---

It is fast.[^1]
```

## Good

```markdown docs/guide.md
---
title: Guide
---

It is fast.[^1]

[^1]: On this machine.
```

## Remedy

Write the footnote, `[^label]: text`, or correct the label.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, label_hits


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    return label_hits(document, "undefined_footnote")


RULE = DocumentRule(
    Meta(
        "UNDEFINED_FOOTNOTE",
        "links",
        Severity.WARNING,
        "no footnote [^{label}]{hint}",
        "A mark refers to a footnote that is not there.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
