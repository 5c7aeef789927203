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

from meminit.config.settings import Settings
from meminit.model.finding import Severity
from meminit.rule import Corpus, CorpusRule, Hit, Meta, link_hits


def check(corpus: Corpus, _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "empty")


RULE = CorpusRule(
    Meta(
        "EMPTY_LINK",
        "links",
        Severity.WARNING,
        "{problem}",
        "A link has no destination.",
        since="0.2",
    ),
    check,
)
