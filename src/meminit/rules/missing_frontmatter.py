"""A governed document has no front matter, or its front matter is empty.

## Why

Front matter is the block of YAML between two `---` lines at the top of a file. It holds the id, type, owner and status
of the document, so without it meminit can check only the body and the path. The first `---` must be the first line of
the file: most tools do not find front matter that has blank lines above it.

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

Make `---` the first line of the file. Below it, write the fields, one `name: value` to a line, and a second `---` line.
If the file should not be governed, add a pattern for it to `exclude` in `[docs]`.

`meminit fix` inserts the fields that the schema requires, as far as their values are known, and removes blank lines
above front matter. Where front matter stands between lines such as `----`, these become `---`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "MISSING_FRONTMATTER",
        "front matter",
        Severity.ERROR,
        "{problem}",
        "A governed document has no front matter, or its front matter is empty.",
        fixable=True,
    )
)
