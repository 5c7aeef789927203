"""A label of a reference or footnote is defined twice.

## Why

Only the first definition counts; the second one misleads whoever edits it. Letter case and spaces make no
difference between labels.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [the manual].

[the manual]: install.md
[The Manual]: guide.md
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

See [the manual].

[the manual]: install.md
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Remove one of the definitions, or give it another label.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, label_hits


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    return label_hits(document, "duplicate")


RULE = DocumentRule(
    Meta(
        "DUPLICATE_DEFINITION",
        "links",
        Severity.WARNING,
        "the label [{label}] is defined on line {first} already, and that definition counts",
        "A label of a reference or footnote is defined twice.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
