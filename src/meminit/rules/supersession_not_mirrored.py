"""A document is superseded by another one that does not mention it.

## Why

Readers of the newer document cannot find the older one. The newer document may name it in `supersedes`, or in any field
that `[id] references` lists. The rule is off by default.

## Setting

```toml .meminit.toml
[rules]
SUPERSESSION_NOT_MIRRORED = "warning"
```

## Bad

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
superseded_by: PAY-ADR-002
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-002
---
```

## Good

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
superseded_by: PAY-ADR-002
---
```

```markdown docs/45-adr/cache.md
---
document_id: PAY-ADR-002
related_ids: [PAY-ADR-001]
---
```

## Remedy

Add the id of the older document to `related_ids` in the newer one.
"""

from collections.abc import Iterable, Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, hit


def check(corpus: Corpus[KeptDocument], settings: Settings) -> Iterator[Hit]:
    mirrors = ("supersedes", *settings.ids.references)
    mentioned: dict[str, frozenset[str]] = {}  # by id; by mistake, many documents may have one id
    for document in corpus.documents if settings.ids.field else ():
        own = document.sound_id
        for value in document.texts("superseded_by") if own else ():
            newer = corpus.holders.get(value.written, ())
            if value.written not in mentioned:
                mentioned[value.written] = _mentioned(newer, mirrors)
            if own and newer and own.written not in mentioned[value.written]:
                yield hit(value, document.path, id=own.written, newer=value.written, newer_path=newer[0].path)


def _mentioned(documents: Iterable[KeptDocument], fields: Iterable[str]) -> frozenset[str]:
    return frozenset(value.written for each in documents for field in fields for value in each.texts(field))


RULE = SummaryRule(
    Meta(
        "SUPERSESSION_NOT_MIRRORED",
        "references",
        Severity.OFF,
        "{newer} ({newer_path}) supersedes {id}, but does not mention it",
        "A document is superseded by another one that does not mention it.",
    ),
    check,
    screen=screens.ids,
    fields=("superseded_by", "supersedes"),
)
