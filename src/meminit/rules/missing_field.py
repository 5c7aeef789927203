"""A field that the schema requires is not there.

## Why

The schema of the documents requires it, directly or because of another field's value. The finding stands on the
closing `---`, where the field is to be added.

## Bad

```markdown docs/guide.md
---
title: Guide
---
```

## Good

```markdown docs/guide.md
---
document_id: PAY-GUIDE-001
type: GUIDE
title: Guide
status: Draft
version: "1.0"
last_updated: 2026-01-02
owner: Platform team
docops_version: "2.0"
---
```

## Remedy

Add the field before the closing `---`.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, field_hits, no_breaches


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    yield from field_hits(document, "missing")


RULE = MetadataRule(
    Meta(
        "MISSING_FIELD",
        "fields",
        Severity.ERROR,
        "Missing required field: {field}{problem}",
        "A field that the schema requires is not there.",
    ),
    check,
    spares=no_breaches,
)
