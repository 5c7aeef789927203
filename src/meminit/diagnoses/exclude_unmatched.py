"""A pattern in `exclude` has no effect.

## Why

The files that it was written for may be gone, or another pattern excludes them already. If the pattern is misspelt,
files are governed that should not be.

## Bad

```toml .meminit.toml
[docs]
exclude = ["darfts/"]
```

```markdown docs/drafts/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[docs]
exclude = ["drafts/"]
```

```markdown docs/drafts/queue.md
---
title: Queue
---
```

## Remedy

Correct the pattern, which is relative to the docs root of its namespace, or delete it.
"""

from collections.abc import Iterator

from meminit.config.settings import DEFAULT_EXCLUDE
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign, without_use
from meminit.words import quoted


def find(facts: Facts) -> Iterator[Sign]:
    for line in without_use(facts.written.exclude, facts, DEFAULT_EXCLUDE):
        yield Sign({"pattern": quoted(line.shown)}, line.key)


DIAGNOSIS = OfRepository(
    Meta(
        "EXCLUDE_UNMATCHED",
        "patterns",
        Level.INFO,
        "{pattern} in exclude has no effect: it matches nothing, or only what is excluded already",
        "correct the pattern, which is relative to the docs root, or delete it",
        "A pattern in `exclude` has no effect.",
    ),
    find,
)
