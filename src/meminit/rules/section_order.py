"""The required sections of a document do not stand in the order that its type gives them.

## Why

Documents of one type are read side by side; the same order lets a reader find his place. The finding stands once,
on the first heading that follows one it should precede.

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

## Decision

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

Move the section to its place.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.rule import DocumentRule, Hit, Meta, Part, no_sections, required_sections, requires_sections


def check(document: Document, settings: Settings) -> Iterator[Hit]:
    ranked = [
        (section.headings[0], rank, section.name)
        for rank, section in enumerate(required_sections(document, settings))
        if section.headings
    ]
    highest, before = -1, ""
    for heading, rank, name in sorted(ranked, key=lambda each: (each[0].line, each[0].column)):
        if rank < highest:
            yield Hit(heading.line, heading.column, context={"section": name, "before": before})
            return
        highest, before = rank, name


RULE = DocumentRule(
    Meta(
        "SECTION_ORDER",
        "content",
        Severity.WARNING,
        "section {section} should stand before {before}",
        "The required sections of a document do not stand in the order that its type gives them.",
    ),
    check,
    needs=frozenset({Part.HEADINGS}),
    applies=requires_sections,
    spares=no_sections,
)
