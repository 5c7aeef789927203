"""A field of the front matter has no value.

## Why

The value is null where the schema forbids null, or blank text where the schema forbids blank text or requires the
field. An empty field looks as if it were filled in, so it is easier to overlook than a missing one.

## Bad

```markdown docs/guide.md
---
title: Guide
owner:
---
```

## Good

```markdown docs/guide.md
---
title: Guide
owner: Platform team
---
```

## Remedy

Write a value after the colon, or delete the field if it is optional.

`meminit fix` fills in what it would insert if the field were missing.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, field_hits, no_breaches


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    yield from field_hits(document, "empty")


RULE = MetadataRule(
    Meta(
        "EMPTY_FIELD",
        "fields",
        Severity.ERROR,
        "{field}: the value is empty",
        "A field of the front matter has no value.",
        fixable=True,
    ),
    check,
    spares=no_breaches,
)
