"""A blueprint has no prompt.

## Why

The body of a blueprint is the prompt of its agent. Without it an agent gets an empty prompt.

## Setting

```toml .meminit.toml
[types.AGENT]
```

## Bad

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
---
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

Write the prompt below the front matter.
"""

from collections.abc import Iterator

from meminit.blueprints import blueprint
from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    if document.metadata.fields is not None and not document.text.text.strip():
        yield Hit(document.metadata.closing_line)


RULE = DocumentRule(
    Meta(
        "BLUEPRINT_PROMPT_EMPTY",
        "blueprints",
        Severity.ERROR,
        "the blueprint has no prompt, which is its body",
        "A blueprint has no prompt.",
        since="0.13",
    ),
    check,
    needs=frozenset({Part.BODY}),
    applies=blueprint.is_possible,
    spares=blueprint.is_none,
)
