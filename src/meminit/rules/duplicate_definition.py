"""A label of a link or footnote is defined twice.

## Why

Only the first definition is used, so a change to the second one has no effect. Labels that differ only in letter case
or in the number of spaces are the same label.

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

Delete one of the definitions, or give it another label.

`meminit fix` removes the definition that does not count where both have one target; with `--unsafe` also where they
differ.
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
        "the label [{label}] is already defined on line {first}; only that definition is used",
        "A label of a link or footnote is defined twice.",
        since="0.2",
        fixable=True,
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
