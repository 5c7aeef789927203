"""A namespace contains Markdown, but governs none of it.

## Why

`include` does not select the files, `exclude` excludes them, or a .gitignore file ignores them. A check of this
namespace passes, whatever its documents contain.

## Bad

```toml .meminit.toml
[docs]
include = ["guides/**"]
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[docs]
include = ["**/*.md"]
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Correct `include` and `exclude` of the namespace. `git check-ignore -v FILE` prints the line of .gitignore that ignores
a file.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.documents.discover import MARKDOWN
from meminit.words import counted


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.idle():
        if facts.roots[each.name].is_ignored:
            continue
        markdown = sorted(names for names in facts.seen.get(each.name, ()) if names[-1].lower().endswith(MARKDOWN))
        if markdown:
            context = {
                "namespace": each.name,
                "root": each.root or ".",
                "files": counted(len(markdown), "Markdown file"),
                "example": "/".join(markdown[0]),
            }
            yield Sign(context, facts.written.namespaces.get(each.name))


DIAGNOSIS = OfRepository(
    Meta(
        "NAMESPACE_SELECTS_NOTHING",
        "namespaces",
        Level.WARNING,
        "the namespace {namespace} governs nothing, but has {files} below {root}, such as {example}",
        "correct include and exclude of the namespace, or the line of .gitignore that ignores {root}",
        "A namespace contains Markdown, but governs none of it.",
    ),
    find,
)
