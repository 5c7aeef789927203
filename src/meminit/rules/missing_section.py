"""A document lacks a section that its type requires.

## Why

`sections` in `[types.NAME]` lists the headings that every document of the type must have. Letter case, the level of the
heading and a leading number such as `2.1` do not count.

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

Add a heading with the name in the message, such as `## Decision`, and the text of the section.

`meminit fix --unsafe` inserts the section at its place, with the text of the template.
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
        "section '{section}' is missing, but required for this type of document",
        "A document lacks a section that its type requires.",
        fixable=True,
    ),
    check,
    needs=frozenset({Part.HEADINGS}),
    applies=requires_sections,
    spares=no_sections,
)
