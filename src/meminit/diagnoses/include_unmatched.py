"""A pattern that should select documents fits no file.

## Why

The folder was renamed, or the pattern is relative to the repository and not to the docs root, as it should be. What it
was meant to select is not governed.

## Bad

```toml .meminit.toml
[docs]
include = ["*.md", "docs/guides/**"]
```

```markdown docs/guides/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[docs]
include = ["*.md", "guides/**"]
```

```markdown docs/guides/queue.md
---
title: Queue
---
```

```markdown docs/start.md
---
title: Start
---
```

## Remedy

Correct the pattern, which is relative to the docs root of its namespace, or remove it.
"""

from collections.abc import Iterator

from meminit.config.settings import DEFAULT_INCLUDE
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign, without_use
from meminit.words import quoted


def find(facts: Facts) -> Iterator[Sign]:
    for line in without_use(facts.written.include, facts, DEFAULT_INCLUDE):
        yield Sign({"pattern": quoted(line.shown)}, line.key)


DIAGNOSIS = OfRepository(
    Meta(
        "INCLUDE_UNMATCHED",
        "patterns",
        Level.WARNING,
        "the pattern {pattern} of include fits no file; it is relative to the docs root",
        "correct the pattern, or remove it",
        "A pattern that should select documents fits no file.",
    ),
    find,
)
