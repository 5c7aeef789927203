"""The file of the work queue names an id that no document has.

## Why

The document was deleted, or its id was changed. Its entry stays in the queue, and whatever depends on it waits for
ever.

## Bad

```yaml docs/01-indices/project-state.yaml
documents:
  PAY-ADR-009:
    impl_state: Not Started
```

```markdown docs/queue.md
---
document_id: PAY-ADR-001
---
```

## Good

```yaml docs/01-indices/project-state.yaml
documents:
  PAY-ADR-001:
    impl_state: Not Started
```

```markdown docs/queue.md
---
document_id: PAY-ADR-001
---
```

## Remedy

Delete the entry, or write the new id; in `depends_on`, `meminit state set ID --depends-on ...` replaces the list.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "STATE_STALE_ID",
        "queue",
        Severity.WARNING,
        "no document has the id {shown}{where}{hint}",
        "The file of the work queue names an id that no document has.",
        since="0.13",
    )
)
