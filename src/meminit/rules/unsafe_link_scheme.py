"""A link can run a script.

## Why

A click on a link with the scheme `javascript:`, `vbscript:` or `data:` can run code with the rights of the page, or
open a page that looks like part of the site. Images may use `data:`.

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

Link to a web page or to a file of the repository.
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
