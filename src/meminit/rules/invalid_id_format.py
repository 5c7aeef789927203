"""The id of a document does not have the form that ids have here.

## Why

Ids are what other documents and tools hold on to. The form is what `[id] pattern` says, else what the schema says
of the field, else three segments such as `PAY-ADR-001`. It is matched on what is written, so ids may be numbers.
No other rule says anything about a malformed id.

## Bad

```markdown docs/45-adr/queue.md
---
document_id: pay-adr-1
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
---
```

## Remedy

Correct the id, or describe the form of your ids in `[id] pattern`.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, field_hits, no_breaches


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    yield from field_hits(document, "id")


RULE = MetadataRule(
    Meta(
        "INVALID_ID_FORMAT",
        "ids",
        Severity.ERROR,
        "{field}: {problem}",
        "The id of a document does not have the form that ids have here.",
    ),
    check,
    spares=no_breaches,
)
