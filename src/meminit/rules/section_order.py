"""The required sections of a document are in the wrong order.

## Why

`sections` in `[types.NAME]` also gives the order of the sections. Readers compare documents of one type, and find a
section faster if it is always in the same place. There is one finding for each document, on the first heading that
belongs above an earlier one.

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

Move the section above the one that the message names.
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
        "section '{section}' must come before '{before}'",
        "The required sections of a document are in the wrong order.",
    ),
    check,
    needs=frozenset({Part.HEADINGS}),
    applies=requires_sections,
    spares=no_sections,
)
