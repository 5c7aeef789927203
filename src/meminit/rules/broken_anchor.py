"""A link leads to a place in a document that is not there.

## Why

The page opens, but not at the place that was meant. Headings get their anchors as `[links] slugs` says: in the
manner of GitHub unless configured. Besides, `id` of any HTML element, `name` of an `a` element and footnotes are
places; `#L10` is a line of a text file. Letter case counts.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [set-up](install.md#setup).
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

See [set-up](install.md#set-up).
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Correct the fragment, or give the place an anchor of its own.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "anchor")


RULE = SummaryRule(
    Meta(
        "BROKEN_ANCHOR",
        "links",
        Severity.ERROR,
        "{target} {problem}{hint}",
        "A link leads to a place in a document that is not there.",
        since="0.2",
        fixable=True,
    ),
    check,
    screen=screens.links,
)
