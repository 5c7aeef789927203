"""A footnote that the text refers to does not exist.

## Why

Readers see the mark `[^label]` as it is written, and there is no note.

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

Add the footnote, `[^label]: text`, or correct the label.
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
        "the footnote [^{label}] is not defined{hint}",
        "A footnote that the text refers to does not exist.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
