"""The middle segment of an id is not the type of the document.

## Why

In an id of three segments, the second one repeats the `type` of the document; letter case does not count. If the two
differ, one of them is wrong, and people who see only the id expect another type of document.

## Bad

```markdown docs/45-adr/queue.md
---
document_id: PAY-PRD-001
type: ADR
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
type: ADR
---
```

## Remedy

Correct the middle segment of the id, or correct `type`.

`meminit fix` corrects it where nobody mentions the id; with `--unsafe` the mentions follow.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, hit

_SEGMENTS = 3


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    document_id, type_name = document.sound_id, document.type_name
    if not document_id or not type_name:
        return
    segments = document_id.written.split("-")
    if len(segments) == _SEGMENTS and segments[1].casefold() != type_name.written.strip().casefold():
        yield hit(document_id, id=document_id.written, segment=segments[1], type=type_name.written)


RULE = MetadataRule(
    Meta(
        "ID_TYPE_MISMATCH",
        "ids",
        Severity.ERROR,
        "id {id} contains the type {segment}, but the type of the document is {type}",
        "The middle segment of an id is not the type of the document.",
        fixable=True,
    ),
    check,
)
