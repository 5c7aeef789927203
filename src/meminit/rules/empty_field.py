"""A field is there but says nothing.

## Why

Its value is null where the schema rejects null, or blank text where the schema rejects that or requires the
field. A field that only looks filled in is worse than one that is missing.

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

Give the field a value, or remove it if it is optional.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, field_hits, no_breaches


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    yield from field_hits(document, "empty")


RULE = MetadataRule(
    Meta("EMPTY_FIELD", "fields", Severity.ERROR, "{field} is empty", "A field is there but says nothing."),
    check,
    spares=no_breaches,
)
