"""A .gitignore file of the repository names a docs root, or all that lies in it.

## Why

What git ignores is not governed. So no document of the namespace is looked at, and its check passes, whatever the
documents hold.

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

Take the line out of .gitignore (`git check-ignore -v DIR` tells which one it is), or let ignored documents be governed:
`respect_gitignore = false` in `[docs]`.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.existing():
        if facts.roots[each.name].is_ignored:
            context = {"namespace": each.name, "root": each.root or "."}
            yield Sign(context, facts.written.namespaces.get(each.name))


DIAGNOSIS = OfRepository(
    Meta(
        "DOCS_ROOT_IGNORED",
        "namespaces",
        Level.ERROR,
        "a .gitignore file ignores all of {root}, so that nothing of the namespace {namespace} is governed",
        "take that line out of .gitignore (`git check-ignore -v {root}` tells which), or write"
        " `respect_gitignore = false` in [docs]",
        "A .gitignore file of the repository names a docs root, or all that lies in it.",
    ),
    find,
)
