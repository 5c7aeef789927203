"""A document is superseded, but does not name its successor.

## Why

Readers learn that the document is no longer in force, but not which document to read instead.

## Bad

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
status: Superseded
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
status: Superseded
superseded_by: PAY-ADR-002
---
```

## Remedy

Add `superseded_by:` with the id of the document that replaces this one.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, hit


def check(document: Metadata, settings: Settings) -> Iterator[Hit]:
    status = document.text("status")
    if not settings.ids.field or not status or status.written.casefold() != "superseded":
        return
    if not document.texts("superseded_by"):
        node = document.field("superseded_by")
        yield (
            hit(node, status=status.written) if node else Hit(document.closing_line, context={"status": status.written})
        )


def _any_ids(settings: Settings) -> bool:
    return bool(settings.ids.field)


RULE = MetadataRule(
    Meta(
        "SUPERSEDED_BY_MISSING",
        "references",
        Severity.WARNING,
        "status is {status}, but superseded_by names no document",
        "A document is superseded, but does not name its successor.",
    ),
    check,
    applies=_any_ids,
)
