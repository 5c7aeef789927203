"""The front matter of a document cannot be understood.

## Why

It is not closed by `---`, is not YAML, is not a mapping of fields to values, uses aliases (`*name`) or merge keys
(`<<`), or is over a limit: 64 KiB, 64 levels, 20,000 values. The rules about fields, ids and references say
nothing about such a document; its body is checked all the same.

## Bad

```markdown docs/guide.md
---
title: Guide: deploying
---
```

## Good

```markdown docs/guide.md
---
title: "Guide: deploying"
---
```

## Remedy

Correct the YAML at the line that is named. Text with a colon and a blank, or that begins with a special
character, needs quotes.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "INVALID_FRONTMATTER",
        "front matter",
        Severity.ERROR,
        "The front matter cannot be read: {problem}",
        "The front matter of a document cannot be understood.",
    )
)
