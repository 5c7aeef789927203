"""A definition of a link is never used.

## Why

The link that used it was removed, or the label of the link is misspelt. Comments in the form of definitions,
`[//]: # (words)`, are not reported.

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

Delete the definition, or use it in a link: `[text][label]`.

`meminit fix` removes the definition where nothing else stands on its line.
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
        "the label [{label}] is never used",
        "A definition of a link is never used.",
        since="0.2",
        fixable=True,
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
