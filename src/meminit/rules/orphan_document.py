"""No other document links or refers to this one.

## Why

Only people who know where the document is can find it, and it is easily forgotten when things change. The rule is off
by default.

These count: links, ids in a field that `[id] references` lists, and `superseded_by`, which counts for both documents.
Links in files that are not governed do not count, nor do links in the pages that `meminit index` writes, since these
pages link to every document. Readers come in through the page that stands for a folder, such as README.md
(`[links] index`), so these pages need no link.

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

Add a link to the document where readers would look for it, or delete the document. `meminit backlinks PATH` lists the
documents that lead to a document.
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
        "no other document links or refers to this one",
        "No other document links or refers to this one.",
        since="0.5",
    ),
    check,
)
