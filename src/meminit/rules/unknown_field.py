"""The front matter has a field that the schema does not know and does not allow.

## Why

The schema says that there are no other fields (`additionalProperties: false`), so this one is most likely
misspelt, and what it says is lost.

## Bad

```markdown docs/guide.md
---
titel: Guide
---
```

## Good

```markdown docs/guide.md
---
title: Guide
---
```

## Remedy

Correct the name, remove the field, or add it to the schema.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, field_hits, no_breaches


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    yield from field_hits(document, "unknown")


RULE = MetadataRule(
    Meta(
        "UNKNOWN_FIELD",
        "fields",
        Severity.ERROR,
        "unknown field '{field}'{problem}",
        "The front matter has a field that the schema does not know and does not allow.",
    ),
    check,
    spares=no_breaches,
)
