"""A path in a rule override matches no document.

## Why

The settings of the override apply to no document. Paths in an override are relative to the repository, unlike those in
`include` and `exclude`, and letter case counts.

## Bad

```toml .meminit.toml
[[rules.override]]
paths = ["legacy/**"]
off = ["BROKEN_LINK"]
```

```markdown docs/legacy/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[[rules.override]]
paths = ["docs/legacy/**"]
off = ["BROKEN_LINK"]
```

```markdown docs/legacy/queue.md
---
title: Queue
---
```

## Remedy

Correct the path, or delete it. If it is the only path of the override, delete the whole table.
"""

from collections.abc import Iterator

from meminit.config.settings import parts
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.sources.globs import idle
from meminit.words import quoted

# Their findings may be on paths that are not documents.
_OF_ANY_PATH = frozenset({
    "DOCS_ROOT_MISSING", "FILE_NOT_FOUND", "FILE_UNREADABLE", "OUTSIDE_DOCS_ROOT", "PATH_ESCAPE", "SCHEMA_INVALID",
    "SCHEMA_MISSING",
})  # fmt: skip


def find(facts: Facts) -> Iterator[Sign]:
    overrides = facts.settings.overrides
    every = ((line, overrides[_number(line.key)].severities) for line in facts.written.overrides)
    about = [line for line, severities in every if not _OF_ANY_PATH & severities.keys()]
    if about:
        left = idle({line.shown for line in about}, map(parts, facts.documents), ignore_case=False)
        yield from (Sign({"pattern": quoted(line.shown)}, line.key) for line in about if line.shown in left)


def _number(key: tuple[str | int, ...]) -> int:
    """The number of the override that a key is in."""
    return next(step for step in key if isinstance(step, int))


DIAGNOSIS = OfRepository(
    Meta(
        "OVERRIDE_UNMATCHED",
        "rules",
        Level.WARNING,
        "{pattern} in a rule override matches no document",
        "correct the path, which is relative to the repository, or delete it",
        "A path in a rule override matches no document.",
    ),
    find,
)
