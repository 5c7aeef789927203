"""A footnote is never used.

## Why

A footnote that nothing refers to does not appear on the page.

## Bad

```markdown docs/guide.md
---
title: Guide
---

It is fast.

[^1]: On this machine.
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

Add `[^label]` to the text where the footnote belongs, or delete the footnote.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, label_hits


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    return label_hits(document, "unused_footnote")


RULE = DocumentRule(
    Meta(
        "UNUSED_FOOTNOTE",
        "links",
        Severity.WARNING,
        "the footnote [^{label}] is never used",
        "A footnote is never used.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
