"""The id of a document does not match the pattern for ids.

## Why

Other documents and tools refer to a document by its id, so all ids have the same form. The pattern is `[id] pattern` in
the configuration; if that is not set, the pattern of the field in the schema; if there is none, three segments as in
`PAY-ADR-001`. The pattern is compared with the id as it is written, so ids may be numbers. The other rules about ids
skip an id that does not match.

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

Change the id so that it matches the pattern in the message, or set `pattern` in `[id]` to the form of your ids.

`meminit fix` corrects letter case, the number of digits, prefix and type where nobody mentions the id; with `--unsafe`
the mentions follow.
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
        "The id of a document does not match the pattern for ids.",
        fixable=True,
    ),
    check,
    spares=no_breaches,
)
