"""A link leads to a heading or anchor that does not exist.

## Why

The page opens, but not at the place that the link names. Headings get their anchors as `[links] slugs` says; the
default is the way of GitHub. Other anchors are the `id` of any HTML element, the `name` of an `a` element, and
footnotes. `#L10` is a line of a text file. Letter case counts.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [set-up](install.md#setup).
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Good

```markdown docs/guide.md
---
title: Guide
---

See [set-up](install.md#set-up).
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Correct the part after the `#`, or add an anchor at the place that is meant: `<a id="set-up"></a>`.

`meminit fix` corrects a link for which the message names a fragment.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "anchor")


RULE = SummaryRule(
    Meta(
        "BROKEN_ANCHOR",
        "links",
        Severity.ERROR,
        "{target} {problem}{hint}",
        "A link leads to a heading or anchor that does not exist.",
        since="0.2",
        fixable=True,
    ),
    check,
    screen=screens.links,
)
