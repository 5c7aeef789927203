"""A link is spelled with other letter case than the file.

## Why

Some file systems find the file all the same, others do not, and neither does a web server. The spelling has to be
the file's own, on every machine.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [how to install](Install.md).
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

See [how to install](install.md).
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Write the target as the file is called.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "case")


RULE = SummaryRule(
    Meta(
        "LINK_CASE_MISMATCH",
        "links",
        Severity.ERROR,
        "{target} {problem}{hint}",
        "A link is spelled with other letter case than the file.",
        since="0.2",
        fixable=True,
    ),
    check,
    screen=screens.links,
)
