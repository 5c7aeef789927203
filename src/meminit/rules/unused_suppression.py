"""A comment that suppresses findings has nothing to suppress.

## Why

The finding is gone, the code is misspelt, or the comment stands at the wrong place. As long as it stays, it may hide a
finding that nobody has seen. One of its codes that was of use is enough. A code that is off does not count. The codes
that begin with `CONFIG_`, `FILE_` or `SCHEMA_`, and DOCS_ROOT_MISSING, RULE_CRASHED and this one, cannot be suppressed.

A comment in a body speaks of the block behind it, or at the end of a line of that line, and one with `ignore-file` of
the whole document. In front matter it speaks of its own line, or, alone on a line, of the one below. A document may
have 1,000 such comments, and a body with any of them 50,000 lines; what is beyond that is ignored, and is a finding.

## Bad

```markdown docs/guide.md
---
title: Guide
---
<!-- meminit: ignore BROKEN_LINK -- the page comes with the next release -->
See [the manual](guide.md).
```

## Good

```markdown docs/guide.md
---
title: Guide
---
<!-- meminit: ignore BROKEN_LINK -- the page comes with the next release -->
See [the manual](manual.md).
```

## Remedy

Delete the comment, or correct its code or its place.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "UNUSED_SUPPRESSION",
        "content",
        Severity.WARNING,
        "{problem}",
        "A comment that suppresses findings has nothing to suppress.",
        since="0.13",
    )
)
