"""The paths of a rule override cover no document.

## Why

The paths of an override are relative to the repository, other than those of `include` and `exclude`, and letter case
counts. What is said there holds for no document.

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

Correct the path, or remove it; with the last one goes the table.
"""

from collections.abc import Iterator

from meminit.config.settings import parts
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.sources.idle_patterns import idle
from meminit.words import quoted

# Their findings may stand on paths of what is no document.
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
    """Of the override, in the path of something in it."""
    return next(step for step in key if isinstance(step, int))


DIAGNOSIS = OfRepository(
    Meta(
        "OVERRIDE_UNMATCHED",
        "rules",
        Level.WARNING,
        "the path {pattern} of a rule override covers no document; it is relative to the repository",
        "correct the path, or remove it",
        "The paths of a rule override cover no document.",
    ),
    find,
)
