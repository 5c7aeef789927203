"""A key stands twice in the same mapping of the front matter.

## Why

YAML forbids it, and readers disagree on which value counts. Most take the last one without a word, and so does
meminit for all other checks.

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

Keep one of the lines and remove the others.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "DUPLICATE_KEY",
        "front matter",
        Severity.ERROR,
        "the key '{key}' stands already on line {first_line}",
        "A key stands twice in the same mapping of the front matter.",
    )
)
