"""No other document leads to this one.

## Why

What nothing links to is found by those alone who know where it is, and is easily forgotten when things change. The rule
is off unless the configuration asks for it. A link, an id in a field that `[id] references` names and `superseded_by`
count, in either direction of a supersession; links in files that are not governed do not, nor do those of pages that
`meminit index` writes, which lead to everything. Pages that stand for their
folder, as `[links] index` names them, are where readers come in, and need no link.

## Bad

```toml .meminit.toml
[rules]
ORPHAN_DOCUMENT = "warning"
```

```markdown docs/README.md
---
document_id: PAY-REF-001
---
# Read first
```

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
---
```

## Good

```toml .meminit.toml
[rules]
ORPHAN_DOCUMENT = "warning"
```

```markdown docs/README.md
---
document_id: PAY-REF-001
---
# Read first

[How we queue](45-adr/queue.md)
```

```markdown docs/45-adr/queue.md
---
document_id: PAY-ADR-001
---
```

## Remedy

Link to the document from where readers would look for it, or remove it. `meminit backlinks` tells who leads to a
document.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings, parts
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule


def check(corpus: Corpus[KeptDocument], settings: Settings) -> Iterator[Hit]:
    for path in corpus.unmentioned:
        if parts(path)[-1] not in settings.links.index_names and path not in settings.project.pages:
            yield Hit(path=path)


RULE = SummaryRule(
    Meta(
        "ORPHAN_DOCUMENT",
        "placement",
        Severity.OFF,
        "no other document leads here",
        "No other document leads to this one.",
        since="0.5",
    ),
    check,
)
