"""A link leads out of the repository.

## Why

A file outside the repository is missing on other machines. meminit never opens such a target, nor one that is outside
because of a symbolic link.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [notes](../../notes.md).
```

## Good

```markdown docs/guide.md
---
title: Guide
---

See [notes](notes.md).
```

```markdown docs/notes.md
---
title: Notes
---
```

## Remedy

Copy the file into the repository and link to the copy, or link to its address on the web.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "outside")


RULE = SummaryRule(
    Meta(
        "LINK_OUTSIDE_ROOT",
        "links",
        Severity.ERROR,
        "{target} {problem}{hint}",
        "A link leads out of the repository.",
        since="0.2",
    ),
    check,
    screen=screens.links,
)
