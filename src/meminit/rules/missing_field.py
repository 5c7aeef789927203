"""A field that the schema requires is missing from the front matter.

## Why

The schema of the documents requires the field, always or because of the value of another field. The finding is on the
closing `---`, since the field belongs above that line. If more than 100 fields are missing from a document, the last
finding gives the number of the others.

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

Add the field above the closing `---`, as in `owner: Platform team`.

`meminit fix` inserts the fields whose values are known: id, type, title, status, version, day, owner, and what the
schema has a default for.
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
        "{field}{problem}: missing, but required by the schema",
        "A field that the schema requires is missing from the front matter.",
        fixable=True,
    ),
    check,
    spares=no_breaches,
)
