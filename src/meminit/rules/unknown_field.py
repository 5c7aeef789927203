"""The front matter has a field that the schema does not allow.

## Why

The schema lists the allowed fields and forbids all others (`additionalProperties: false`). A field that is not in the
list is usually misspelt, and tools that look for the right name do not find it.

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

Correct the name of the field, delete the field, or add it to `properties` in the schema.

`meminit fix` renames it where it differs from a missing field in letter case, hyphens or underscores; with `--unsafe`
also one clear slip.
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
        "{field}: unknown field{problem}",
        "The front matter has a field that the schema does not allow.",
        fixable=True,
    ),
    check,
    spares=no_breaches,
)
