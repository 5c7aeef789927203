"""A governed document has no front matter, or front matter that says nothing.

## Why

Everything else that meminit knows of a document comes from its front matter: what it is, who owns it, what state
it is in. Front matter must begin on the very first line; blank lines before it hide it from most tools.

## Bad

```markdown docs/guide.md
# Guide

How to deploy.
```

## Good

```markdown docs/guide.md
---
title: Guide
---

# Guide

How to deploy.
```

## Remedy

Put front matter at the top of the file, between two lines of nothing but `---`; or exclude the file in `[docs]
exclude`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "MISSING_FRONTMATTER",
        "front matter",
        Severity.ERROR,
        "{problem}",
        "A governed document has no front matter, or front matter that says nothing.",
    )
)
