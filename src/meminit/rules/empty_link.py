"""A link has no destination.

## Why

A reader sees a link, and a click does nothing. It is usually a place that was to be filled in later.

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

Fill in the target, or make the link plain text.
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
