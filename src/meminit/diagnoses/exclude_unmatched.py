"""A pattern that should exclude documents fits nothing that is there.

## Why

What it was meant for may have been removed, or another pattern excludes it already. If the pattern is misspelt,
something is governed that should not be.

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

Correct the pattern, which is relative to the docs root of its namespace, or remove it.
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
        "{pattern} excludes nothing: no file or folder fits that is not excluded already",
        "correct the pattern, which is relative to the docs root, or remove it",
        "A pattern that should exclude documents fits nothing that is there.",
    ),
    find,
)
