"""An id does not begin with the prefix of its namespace.

## Why

The prefix is the first segment of an id. It shows where a document belongs, and keeps the ids of several repositories
and namespaces apart.

## Setting

```toml .meminit.toml
prefix = "PAY"
```

## Bad

```markdown docs/45-adr/queue.md
---
document_id: ORG-ADR-001
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
---
```

## Remedy

Correct the first segment of the id, move the document to the namespace whose prefix the id has, or correct `prefix` in
the configuration.

`meminit fix` corrects it where nobody mentions the id; with `--unsafe` the mentions follow.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, hit


def check(document: Metadata, settings: Settings) -> Iterator[Hit]:
    prefix = settings.namespace(document.namespace).prefix
    document_id = document.sound_id
    if document_id and prefix and not document_id.written.startswith(f"{prefix}-"):
        yield hit(document_id, id=document_id.written, prefix=prefix, namespace=document.namespace)


def _any_prefix(settings: Settings) -> bool:
    return any(namespace.prefix for namespace in settings.namespaces)


RULE = MetadataRule(
    Meta(
        "ID_PREFIX_MISMATCH",
        "ids",
        Severity.ERROR,
        "id {id} does not begin with {prefix}-, the prefix of its namespace",
        "An id does not begin with the prefix of its namespace.",
        fixable=True,
    ),
    check,
    applies=_any_prefix,
)
