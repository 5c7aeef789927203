"""A .gitignore file of the repository ignores a docs root, or everything in it.

## Why

Files that git ignores are not governed. No document of the namespace is checked, so its check passes, whatever the
documents contain.

## Bad

```toml .meminit.toml
```

```text .gitignore
docs/
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[docs]
respect_gitignore = false
```

```text .gitignore
docs/
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Delete the line from .gitignore; `git check-ignore -v DIR` prints it. Or write `respect_gitignore = false` in `[docs]`,
so that ignored documents are governed.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.idle():
        if facts.roots[each.name].is_ignored:
            context = {"namespace": each.name, "root": each.root or "."}
            yield Sign(context, facts.written.namespaces.get(each.name))


DIAGNOSIS = OfRepository(
    Meta(
        "DOCS_ROOT_IGNORED",
        "namespaces",
        Level.ERROR,
        "a .gitignore file ignores all of {root}, so no document of the namespace {namespace} is governed",
        "delete that line from .gitignore (`git check-ignore -v {root}` prints it), or write `respect_gitignore = "
        "false` in [docs]",
        "A .gitignore file of the repository ignores a docs root, or everything in it.",
    ),
    find,
)
