"""pre-commit is configured, and does not run meminit.

## Why

A hook of pre-commit finds mistakes before they are committed, where they cost least. Where the repository has no
`.pre-commit-config.yaml`, nothing is wrong.

## Bad

```toml .meminit.toml
```

```yaml .pre-commit-config.yaml
repos:
  - repo: local
    hooks: []
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
```

```yaml .pre-commit-config.yaml
repos:
  - repo: local
    hooks:
      - {id: docs, name: docs, entry: meminit check, language: system}
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Add the hook: `meminit install-precommit --apply`.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    if facts.state_of_hook == "missing":
        yield Sign(path=".pre-commit-config.yaml")


DIAGNOSIS = OfRepository(
    Meta(
        "HOOK_MISSING",
        "agents",
        Level.INFO,
        "pre-commit is configured, and does not run meminit",
        "add the hook: `meminit install-precommit --apply`",
        "pre-commit is configured, and does not run meminit.",
        since="0.13",
    ),
    find,
)
