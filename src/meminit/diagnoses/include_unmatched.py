"""A pattern in `include` matches no file.

## Why

The folder was renamed, or the pattern is relative to the repository, but must be relative to the docs root. The files
that the pattern was written for are not governed.

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

Correct the pattern, which is relative to the docs root of its namespace, or delete it.
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
        "{pattern} in include matches no file",
        "correct the pattern, which is relative to the docs root, or delete it",
        "A pattern in `include` matches no file.",
    ),
    find,
)
