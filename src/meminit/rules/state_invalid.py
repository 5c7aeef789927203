"""The file of the work queue says something that it must not say.

## Why

`meminit state` keeps the work queue in `01-indices/project-state.yaml` below the docs root. Where the file is not YAML,
has unknown keys or values, has a circle of dependencies, or says of a document that it is done although something
blocks it, no command can tell what comes next.

## Bad

```yaml docs/01-indices/project-state.yaml
documents:
  PAY-ADR-001:
    impl_state: Finished
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
    impl_state: Done
```

```markdown docs/queue.md
---
document_id: PAY-ADR-001
---
```

## Remedy

Correct the file on the line that the finding names; `meminit state set` writes entries that are right.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "STATE_INVALID",
        "queue",
        Severity.ERROR,
        "{problem}",
        "The file of the work queue says something that it must not say.",
        since="0.13",
        configurable=False,
    )
)
