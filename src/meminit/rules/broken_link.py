"""A link leads to nothing.

## Why

A reader who follows the link finds an error page instead of the text. Relative targets are looked up from the
document, targets that begin with / from `[links] site_root`, addresses of the site through `[links] routes`. The path
must be there in the repository, whatever kind of file it is. Names that differ only in how Unicode composes their
letters are the same name. A target that begins with `{`, or holds `{{` or `{%`, is for a template to complete, and is
not followed.

## Bad

```markdown docs/guide.md
---
title: Guide
---

See [the manual](manual.md).
```

## Good

```markdown docs/guide.md
---
title: Guide
---

See [the manual](install.md).
```

```markdown docs/install.md
---
title: Install
---

## Set up
```

## Remedy

Correct the target, or remove the link. Targets that only the site knows are described in `[links] routes` or left
out by `[links] ignore`.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "broken")


RULE = SummaryRule(
    Meta(
        "BROKEN_LINK",
        "links",
        Severity.ERROR,
        "{target} {problem}{hint}",
        "A link leads to nothing.",
        since="0.2",
        fixable=True,
    ),
    check,
    screen=screens.links,
)
