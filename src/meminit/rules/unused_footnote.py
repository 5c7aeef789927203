"""A footnote is never referred to.

## Why

A footnote that nothing refers to is not shown at all.

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

Refer to it with `[^label]`, or remove it.
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
        "nothing refers to the footnote [^{label}]",
        "A footnote is never referred to.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
