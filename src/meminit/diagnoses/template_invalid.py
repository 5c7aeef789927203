"""A document that is made of the template of its type would be wrong.

## Why

With plausible values in the places of its `{{placeholders}}`, the template breaks the schema or the rules of the type
in every namespace. Whoever begins a document with it begins with a mistake. What a writer could still put right by the
choice of a value is not held against the template.

## Bad

```toml .meminit.toml
[types.ADR]
directory = "45-adr"
template = "docs/00-governance/templates/adr.md"
```

```markdown docs/00-governance/templates/adr.md
---
document_id: {{document_id}}
type: {{type}}
title: {{title}}
status: Idea
version: "0.1"
last_updated: {{date}}
owner: {{owner}}
docops_version: "2.0"
---
```

```markdown docs/45-adr/queue.md
---
type: ADR
---
```

## Good

```toml .meminit.toml
[types.ADR]
directory = "45-adr"
template = "docs/00-governance/templates/adr.md"
```

```markdown docs/00-governance/templates/adr.md
---
document_id: {{document_id}}
type: {{type}}
title: {{title}}
status: Draft
version: "0.1"
last_updated: {{date}}
owner: {{owner}}
docops_version: "2.0"
---
```

```markdown docs/45-adr/queue.md
---
type: ADR
---
```

## Remedy

Correct the template at the line, or the schema that forbids what it says.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.templates:
        for flaw in each.flaws:
            context = {"type": each.type_name, "problem": flaw.words, "path": each.path}
            yield Sign(context, path=each.path, line=flaw.line)


DIAGNOSIS = OfRepository(
    Meta(
        "TEMPLATE_INVALID",
        "templates",
        Level.WARNING,
        "a document of type {type} that is made of this template would be wrong: {problem}",
        "correct {path}, or the schema that forbids what it says",
        "A document that is made of the template of its type would be wrong.",
    ),
    find,
)
