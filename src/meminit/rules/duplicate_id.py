"""Two documents have the same id.

## Why

A reference to this id could mean either document. The finding is on every document that has the id, and names another
one, so that a check of any of them reports it.

## Bad

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-001
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-002
---
```

## Remedy

Give all of them except one a new id, and correct the references to these documents.

`meminit fix --unsafe` gives the next free id to all but the oldest document. Mentions stay: which document they mean is
for the author to say.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, hit


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    for name, holders in corpus.holders.items():
        for holder in holders if len(holders) > 1 else ():
            other = holders[0] if holder is not holders[0] else holders[1]
            if holder.document_id:
                yield hit(holder.document_id, holder.path, id=name, other=other.path, holders=len(holders))


RULE = SummaryRule(
    Meta(
        "DUPLICATE_ID",
        "ids",
        Severity.ERROR,
        "id {id} is also used by {other}",
        "Two documents have the same id.",
        fixable=True,
    ),
    check,
    screen=screens.ids,
)
