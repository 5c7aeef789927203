"""An approved document still has a placeholder in its front matter.

## Why

`__TBD__` marks a value that is still to be decided. In a document whose status is Approved, every value should be
decided.

## Bad

```markdown docs/guide.md
---
status: Approved
owner: __TBD__
---
```

## Good

```markdown docs/guide.md
---
status: Approved
owner: Platform team
---
```

## Remedy

Replace `__TBD__` with the value, or change `status` until it is decided.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.model.node import dotted, leaves, scalars
from meminit.rule import Hit, Meta, MetadataRule, hit

_PLACEHOLDER = "__TBD__"


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    status = document.text("status")
    if not document.fields or not status or status.written.casefold() != "approved":
        return
    if any(_PLACEHOLDER in each.written for each in leaves(document.fields)):
        for path, value in scalars(document.fields):
            if _PLACEHOLDER in value.written:
                yield hit(value, field=dotted(path))


RULE = MetadataRule(
    Meta(
        "PLACEHOLDER_IN_APPROVED",
        "content",
        Severity.ERROR,
        "{field}: the placeholder __TBD__ is still there, but the status is Approved",
        "An approved document still has a placeholder in its front matter.",
    ),
    check,
)
