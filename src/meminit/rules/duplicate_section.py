"""A document has a required section twice.

## Why

Readers and tools that look for the section find the first one and miss the other. A heading of a deeper level, below
another section, does not count.

## Setting

```toml .meminit.toml
[types.ADR]
sections = ["Context"]
```

## Bad

```markdown docs/45-adr/queue.md
---
type: ADR
---

## Context

## Context
```

## Good

```markdown docs/45-adr/queue.md
---
type: ADR
---

## Context
```

## Remedy

Merge the two sections, or rename one of them.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, no_sections, required_sections, requires_sections


def check(document: Document, settings: Settings) -> Iterator[Hit]:
    for section in required_sections(document, settings):
        for again in section.headings[1:]:
            context = {"section": section.name, "first_line": section.headings[0].line}
            yield Hit(again.line, again.column, context=context)


RULE = DocumentRule(
    Meta(
        "DUPLICATE_SECTION",
        "content",
        Severity.WARNING,
        "section '{section}' is already on line {first_line}",
        "A document has a required section twice.",
    ),
    check,
    needs=frozenset({Part.HEADINGS}),
    applies=requires_sections,
    spares=no_sections,
)
