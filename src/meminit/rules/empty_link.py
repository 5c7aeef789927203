"""A link has no destination.

## Why

Readers see a link, but a click on it does nothing. Usually the destination was to be filled in later. A link to `#`
alone is reported as well.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [the manual]().
```

## Good

```markdown docs/guide.md
---
title: Guide
---

See [the manual](install.md).
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Write the destination, as in `[the manual](install.md)`, or remove the link and keep its text.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "empty")


RULE = SummaryRule(
    Meta(
        "EMPTY_LINK",
        "links",
        Severity.WARNING,
        "{problem}",
        "A link has no destination.",
        since="0.2",
    ),
    check,
    screen=screens.links,
)
