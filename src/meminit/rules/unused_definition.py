"""A definition of a link is never used.

## Why

It is left over from a link that is gone, or the link's label is misspelled. Comments in the form of definitions,
`[//]: # (words)`, are fine.

## Bad

```markdown docs/guide.md
---
title: Guide
---

No links.

[manual]: install.md
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Good

```markdown docs/guide.md
---
title: Guide
---

See [the manual][manual].

[manual]: install.md
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Remove the definition, or use it.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, label_hits


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    return label_hits(document, "unused")


RULE = DocumentRule(
    Meta(
        "UNUSED_DEFINITION",
        "links",
        Severity.WARNING,
        "nothing refers to the label [{label}]",
        "A definition of a link is never used.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
