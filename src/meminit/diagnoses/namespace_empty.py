"""The docs root of a namespace contains no Markdown yet.

## Why

This is not an error. But a check that finds no documents passes, and the documents may be in another folder.

## Bad

```toml .meminit.toml
```

```text docs/queue.txt
Not a document.
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

Write the first document, or correct the root of the namespace if its documents are elsewhere.
"""

from collections.abc import Iterator

from meminit.config.settings import parts
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.documents.discover import MARKDOWN


def find(facts: Facts) -> Iterator[Sign]:
    owning = [parts(each.root) for each in facts.settings.namespaces if facts.governed.get(each.name)]
    for each in facts.idle():
        above, root = parts(each.root), facts.roots[each.name]
        is_used = any(own[: len(above)] == above for own in owning)
        seen = facts.seen.get(each.name, ())
        if not is_used and not root.is_ignored and not any(names[-1].lower().endswith(MARKDOWN) for names in seen):
            context = {"namespace": each.name, "root": each.root or "."}
            yield Sign(context, facts.written.namespaces.get(each.name))


DIAGNOSIS = OfRepository(
    Meta(
        "NAMESPACE_EMPTY",
        "namespaces",
        Level.INFO,
        "the namespace {namespace} is empty: there is no Markdown below {root}",
        "write the first document there, or correct the root of the namespace",
        "The docs root of a namespace contains no Markdown yet.",
    ),
    find,
)
