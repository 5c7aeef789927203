"""A link uses a label that is not defined.

## Why

`[text][label]` is a link only if the document also contains `[label]: target`; otherwise readers see the brackets. A
single pair of brackets is plain text and is not checked, nor is `a[i][j]`. Nothing is reported in pages of a site
whose plugins or hooks may define labels, such as MkDocs with mkdocstrings.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [the manual][manual].
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

Add the line `[label]: target` to the document, or correct the label.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, label_hits
from meminit.sites.site import owner


def check(document: Document, settings: Settings) -> Iterator[Hit]:
    found = owner(settings.links.sites, document.metadata.file)
    return iter(()) if found and found[0].detail("labels") else label_hits(document, "undefined")


RULE = DocumentRule(
    Meta(
        "UNDEFINED_REFERENCE",
        "links",
        Severity.WARNING,
        "the label [{label}] is not defined{hint}",
        "A link uses a label that is not defined.",
        since="0.2",
    ),
    check,
    needs=frozenset({Part.LABELS}),
)
