"""A blueprint does not say what to run.

## Why

`meminit agent run` starts the command in `executor.argv`. Without it the blueprint can be shown, and outputs
can be judged by it, but it cannot be run.

## Setting

```toml .meminit.toml
[types.AGENT]
```

## Bad

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
---

Review the change.
```

## Good

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
---

Review the change.
```

## Remedy

Add `executor: {argv: [PROGRAM, ARGUMENT, ...]}`.
"""

from collections.abc import Iterator

from meminit.blueprints import blueprint
from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.model.node import plain
from meminit.rule import Hit, Meta, MetadataRule


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    if document.fields is None:
        return
    entry = document.fields.entries.get("executor")
    value = plain(entry.node) if entry else None
    if blueprint.of_fields({"executor": value}, document.path, None, "").executor is None:
        yield Hit(entry.line, entry.column) if entry else Hit(document.closing_line)


RULE = MetadataRule(
    Meta(
        "BLUEPRINT_EXECUTOR_MISSING",
        "blueprints",
        Severity.WARNING,
        "there is no `executor` with an `argv`, so the agent cannot be run",
        "A blueprint does not say what to run.",
        since="0.13",
    ),
    check,
    applies=blueprint.is_possible,
    spares=blueprint.is_none,
)
