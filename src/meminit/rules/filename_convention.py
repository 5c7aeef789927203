"""The name of a file does not match the pattern for file names.

## Why

File names in one style are easy to guess, to type and to link to, and are the same on every file system. The pattern is
`[docs] filename`; the default allows lower-case letters, digits and hyphens. These names are always allowed: README,
CHANGELOG, LICENSE, NOTICE, CONTRIBUTING, SECURITY, CODE_OF_CONDUCT, AGENTS, CLAUDE, index and _index.

## Bad

```markdown docs/My_Guide.md
---
title: Guide
---
```

## Good

```markdown docs/my-guide.md
---
title: Guide
---
```

## Remedy

Rename the file, and correct the links to it; `meminit backlinks PATH` lists them. Or set `filename` in `[docs]` to the
pattern of your file names.

`meminit fix` renames the file and corrects all links to it.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule
from meminit.words import quoted

_OF_THEIR_OWN = frozenset({
    "README", "CHANGELOG", "LICENSE", "NOTICE", "CONTRIBUTING", "SECURITY", "CODE_OF_CONDUCT", "AGENTS", "CLAUDE",
    "index", "_index",
})  # fmt: skip


def check(document: Metadata, settings: Settings) -> Iterator[Hit]:
    name = document.path.rpartition("/")[2]
    written = name.removesuffix("x") if name.endswith(".mdx") else name  # patterns name the ending of Markdown
    is_free = name.rpartition(".")[0] in _OF_THEIR_OWN or settings.filename(written) or settings.filename(name)
    if not is_free and document.path not in settings.project.pages:
        yield Hit(context={"name": name, "shown": quoted(name), "pattern": settings.filename_pattern})


RULE = MetadataRule(
    Meta(
        "FILENAME_CONVENTION",
        "placement",
        Severity.WARNING,
        "the file name {shown} does not match {pattern}",
        "The name of a file does not match the pattern for file names.",
        fixable=True,
    ),
    check,
)
