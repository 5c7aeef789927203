"""A field refers to an id that no document has.

## Why

The fields in `[id] references` hold ids of other documents, in any namespace, and so do values that a schema marks with
`"format": "doc-id"`. If no document has the id, it is misspelt, or the document was deleted or got another id.

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

Correct the id, or delete the reference. `meminit list` shows the ids of all documents.

`meminit fix` corrects letter case; with `--unsafe` also the number of digits and one clear slip.
"""

import re
from collections.abc import Iterable, Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, hit
from meminit.words import MOST_HINTS, did_you_mean, nearest, quoted

_DIGITS = re.compile("[0-9]+")
_LONGEST = 64
_MOST = 500  # searches for a hint in one run: some take milliseconds


def check(corpus: Corpus[KeptDocument], settings: Settings) -> Iterator[Hit]:
    alike: dict[tuple[int, ...], list[str]] = {}
    told = 0
    for document in corpus.documents if settings.ids.field else ():
        misses = 0
        for field, value in document.referring(settings.ids.references):
            if value.written not in corpus.known_ids:
                misses += 1
                alike = alike or _by_numbers(corpus.known_ids)
                candidates = alike.get(_numbers(value.written), []) if misses <= MOST_HINTS and told < _MOST else []
                told += bool(candidates)
                meant = nearest(value.written, candidates)
                words = {"shown": quoted(value.written), "hint": did_you_mean(meant)}
                yield hit(value, document.path, field=field, id=value.written, meant=meant, **words)


def _by_numbers(names: Iterable[str]) -> dict[tuple[int, ...], list[str]]:
    alike: dict[tuple[int, ...], list[str]] = {}
    for name in names:
        alike.setdefault(_numbers(name), []).append(name)
    return alike


def _numbers(name: str) -> tuple[int, ...]:
    """The numbers in an id. Ids with different numbers are different documents, but `02` may be a misspelt `002`."""
    return tuple(map(int, _DIGITS.findall(name[:_LONGEST])))


RULE = SummaryRule(
    Meta(
        "UNRESOLVED_REFERENCE",
        "references",
        Severity.ERROR,
        "{field}: no document has the id {shown}{hint}",
        "A field refers to an id that no document has.",
        fixable=True,
    ),
    check,
    screen=screens.ids,
)
