"""The front matter of a document cannot be read.

## Why

The closing `---` is missing, the text is not valid YAML, or it is not a mapping of fields to values. Aliases (`*name`)
and merge keys (`<<`) are not accepted, nor is front matter above a limit: 64 KiB, 64 levels of nesting or 20,000
values. The rules about fields, ids and references skip such a document; its body is still checked.

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

Correct the YAML on the line that the finding names. Put a value in quotes if it contains a colon followed by a space,
or begins with a special character such as `*`, `&` or `@`.

`meminit fix` closes front matter that plainly ends, writes `---` for a `...` or `----` at its end, puts quotes around
values that need them and a blank behind `status:`, and writes spaces for tabs; before a known field a tab goes.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "INVALID_FRONTMATTER",
        "front matter",
        Severity.ERROR,
        "the front matter cannot be read: {problem}",
        "The front matter of a document cannot be read.",
        fixable=True,
    )
)
