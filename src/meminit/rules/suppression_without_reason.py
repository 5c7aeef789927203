"""A comment that suppresses findings does not say why.

## Why

Nobody who reads the comment later can tell whether it still holds. The rule is off by default.

## Bad

```toml .meminit.toml
[rules]
SUPPRESSION_WITHOUT_REASON = "warning"
```

```markdown docs/guide.md
---
title: Guide
---
<!-- meminit: ignore BROKEN_LINK -->
See [the manual](manual.md).
```

## Good

```toml .meminit.toml
[rules]
SUPPRESSION_WITHOUT_REASON = "warning"
```

```markdown docs/guide.md
---
title: Guide
---
<!-- meminit: ignore BROKEN_LINK -- the page comes with the next release -->
See [the manual](manual.md).
```

## Remedy

Write the reason behind the codes, after `--`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "SUPPRESSION_WITHOUT_REASON",
        "content",
        Severity.OFF,
        "this comment suppresses {codes} without a reason; write one behind --",
        "A comment that suppresses findings does not say why.",
        since="0.13",
    )
)
