"""The target of a link does not exist.

## Why

A reader who follows the link gets an error page. A relative target is looked up from the folder of the document, a
target that begins with `/` from `[links] site_root`, and an address of the site through `[links] routes`. The target
may be any kind of file in the repository. File names that differ only in how Unicode composes their letters are the
same name. A target that begins with `{`, or contains `{{` or `{%`, is completed by a template and is not checked.

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

Correct the target, or remove the link. If the target exists only on the published site, describe its address in
`[links] routes`, or add a pattern for it to `[links] ignore`.

`meminit fix` corrects a link for which the message names a target.
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
        "The target of a link does not exist.",
        since="0.2",
        fixable=True,
    ),
    check,
    screen=screens.links,
)
