"""The index in the repository is out of date.

## Why

People, sites and agents that read the index see documents as they were when it was written. If there is no index,
nothing is wrong.

## Bad

```toml .meminit.toml
```

```json docs/01-indices/meminit.index.json
{"index_version": "1.0", "nodes": [], "edges": []}
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Write the index again: `meminit index`.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    if facts.state_of_index == "stale":
        yield Sign(path=facts.settings.project.index_path)


DIAGNOSIS = OfRepository(
    Meta(
        "INDEX_STALE",
        "index",
        Level.WARNING,
        "the index is out of date: it differs from the documents",
        "write it again: `meminit index`",
        "The index in the repository is out of date.",
    ),
    find,
)
