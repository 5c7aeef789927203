"""A namespace governs nothing, because deeper namespaces own everything below its root.

## Why

If a file is below several roots, the deepest root owns it. The settings of this namespace, such as its schema and its
prefix, apply to no document.

## Bad

```toml .meminit.toml
[docs]
root = "docs"

[[namespaces]]
name = "org"
root = "docs/org"
```

```markdown docs/org/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[[namespaces]]
name = "org"
root = "docs/org"
```

```markdown docs/org/queue.md
---
title: Queue
---
```

## Remedy

Delete the namespace, or give the deeper ones other roots. For the namespace of `[docs]`, delete its `root`: without it,
the namespace is optional.
"""

from collections.abc import Iterator

from meminit.config.settings import Namespace, parts
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.documents.discover import MARKDOWN
from meminit.words import listed


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.idle():
        if _has_markdown(facts, each.name):
            continue
        owners = [other.name for other in facts.settings.namespaces if _owns(facts, other, each)]
        if owners:
            context = {"namespace": each.name, "root": each.root or ".", "owners": listed(sorted(owners))}
            yield Sign(context, facts.written.namespaces.get(each.name))


def _has_markdown(facts: Facts, namespace: str) -> bool:
    return any(names[-1].lower().endswith(MARKDOWN) for names in facts.seen.get(namespace, ()))


def _owns(facts: Facts, deeper: Namespace, namespace: Namespace) -> bool:
    own, above = parts(deeper.root), parts(namespace.root)
    return len(own) > len(above) and own[: len(above)] == above and bool(facts.governed.get(deeper.name))


DIAGNOSIS = OfRepository(
    Meta(
        "NAMESPACE_SHADOWED",
        "namespaces",
        Level.WARNING,
        "the namespace {namespace} governs nothing: all documents below {root} belong to {owners}",
        "delete the namespace {namespace}, or give the deeper ones other roots",
        "A namespace governs nothing, because deeper namespaces own everything below its root.",
    ),
    find,
)
