"""A link and the file that it leads to differ in letter case.

## Why

The link works on file systems that ignore letter case, but not on others, nor on most web servers. meminit compares the
letters exactly on every machine.

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

Spell the target as the file is named; the message gives the name.

`meminit fix` corrects it.
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
        "A link and the file that it leads to differ in letter case.",
        since="0.2",
        fixable=True,
    ),
    check,
    screen=screens.links,
)
