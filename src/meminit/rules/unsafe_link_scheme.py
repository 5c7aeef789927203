"""A link can run a script.

## Why

The schemes `javascript:`, `vbscript:` and `data:` make a link do something instead of leading somewhere, with the
rights of the page it stands on. Images may hold `data:`.

## Bad

```markdown docs/guide.md
---
title: Guide
---

[Click here](javascript:alert(1)).
```

## Good

```markdown docs/guide.md
---
title: Guide
---

[Click here](https://example.com).
```

## Remedy

Link to a page.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "unsafe")


RULE = SummaryRule(
    Meta(
        "UNSAFE_LINK_SCHEME",
        "links",
        Severity.ERROR,
        "{target} {problem}{hint}",
        "A link can run a script.",
        since="0.2",
    ),
    check,
    screen=screens.links,
)
