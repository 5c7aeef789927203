"""A link leads to something that only the site generator or another program can make.

## Why

A template in a heading, a component, or a file that is put into a page and is not in the repository can make anchors
that cannot be known from the documents; themes, plugins and programs make pages; and what `.gitignore` names is often
written by a program before the site is built. A link to what may be one of these is neither right nor wrong, and
nothing else is reported about it. The rule is off by default; `check --profile` counts such links. Apart from what
`.gitignore` names, it needs `[site]`, which says how pages are made of the documents.

## Bad

```toml .meminit.toml
[site]
generator = "jekyll"

[rules]
UNCERTAIN_LINK = "warning"
```

```markdown docs/guide.md
---
title: Guide
---

See [set-up](install.md#install-the-app).
```

```markdown docs/install.md
---
title: Install
---

## Install {{ site.product }}
```

## Good

```toml .meminit.toml
[site]
generator = "jekyll"

[rules]
UNCERTAIN_LINK = "warning"
```

```markdown docs/guide.md
---
title: Guide
---

See [set-up](install.md#install).
```

```markdown docs/install.md
---
title: Install
---

## Install {{ site.product }}
{: #install}
```

## Remedy

Look at the page of the site. Where the link must not break unseen, give the place an anchor of its own.
"""

from collections.abc import Iterator

from meminit import screens
from meminit.config.settings import Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.rule import Corpus, Hit, Meta, SummaryRule, link_hits


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    return link_hits(corpus, "uncertain")


RULE = SummaryRule(
    Meta(
        "UNCERTAIN_LINK",
        "links",
        Severity.OFF,
        "{target} {problem}{hint}",
        "A link leads to something that only the site generator or another program can make.",
        since="0.13",
    ),
    check,
    screen=screens.links,
)
