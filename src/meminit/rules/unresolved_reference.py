"""A field refers to the id of a document that is not there.

## Why

The fields that `[id] references` names hold ids of other documents, of any namespace. One that no document has is
a typing error, or its document was removed.

## Bad

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
related_ids: [PAY-ADR-009]
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
related_ids: [PAY-ADR-002]
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-002
---
```

## Remedy

Correct the id, or remove the reference.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.finding import Severity
from meminit.rule import Corpus, CorpusRule, Hit, Meta, hit
from meminit.words import did_you_mean, nearest, quoted


def check(corpus: Corpus, settings: Settings) -> Iterator[Hit]:
    for document in corpus.documents if settings.ids.field else ():
        for field in settings.ids.references:
            for value in document.texts(field):
                if value.written not in corpus.known_ids:
                    yield hit(
                        value,
                        document.path,
                        field=field,
                        id=value.written,
                        shown=quoted(value.written),
                        hint=did_you_mean(value.written, corpus.known_ids),
                        suggestion=nearest(value.written, corpus.known_ids),
                    )


RULE = CorpusRule(
    Meta(
        "UNRESOLVED_REFERENCE",
        "references",
        Severity.ERROR,
        "{field}: no document has the id {shown}{hint}",
        "A field refers to the id of a document that is not there.",
    ),
    check,
)
