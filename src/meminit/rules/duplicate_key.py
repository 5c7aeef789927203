"""A key appears twice in the same mapping of the front matter.

## Why

YAML forbids duplicate keys, and tools disagree on which value to use. Most use the last one without a warning, and so
do all other rules of meminit.

## Bad

```markdown docs/guide.md
---
status: Draft
title: Guide
status: Approved
---
```

## Good

```markdown docs/guide.md
---
status: Approved
title: Guide
---
```

## Remedy

Keep one of the lines and delete the others.

`meminit fix` removes the one that does not count where both say the same.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "DUPLICATE_KEY",
        "front matter",
        Severity.ERROR,
        "the key '{key}' is already on line {first_line}",
        "A key appears twice in the same mapping of the front matter.",
        fixable=True,
    )
)
