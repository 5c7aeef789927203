"""A document lacks a heading that its type requires.

## Why

The configuration lists the sections of a type. Headings are compared without regard to letter case, level and a
leading number such as `2.1`.

## Setting

```toml .meminit.toml
[types.ADR]
sections = ["Context", "Decision"]
```

## Bad

```markdown docs/45-adr/queue.md
---
type: ADR
---

## Context
```

## Good

```markdown docs/45-adr/queue.md
---
type: ADR
---

## Context

## Decision
```

## Remedy

Add the section.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, no_sections, required_sections, requires_sections


def check(document: Document, settings: Settings) -> Iterator[Hit]:
    for section in required_sections(document, settings):
        if not section.headings:
            yield Hit(document.metadata.closing_line, context={"section": section.name})


RULE = DocumentRule(
    Meta(
        "MISSING_SECTION",
        "content",
        Severity.ERROR,
        "Missing required section: {section}",
        "A document lacks a heading that its type requires.",
    ),
    check,
    needs=frozenset({Part.HEADINGS}),
    applies=requires_sections,
    spares=no_sections,
)
