"""The index that stands in the repository is not what the documents say.

## Why

Whoever reads it, a person, a site or an agent, is told of documents as they were, or of others. Where there is no
index, nothing is wrong.

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

Write it again: `meminit index`.
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
        "the index is not what the documents say",
        "write it again: `meminit index`",
        "The index that stands in the repository is not what the documents say.",
    ),
    find,
)
