"""A document made from the template of its type would break the rules.

## Why

meminit fills in each `{{placeholder}}` with a plausible value and checks the result. The result breaks the schema or
the rules of the type in every namespace, so everyone who starts with this template starts with an error. Errors that an
author can correct by choosing another value are not reported.

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

Correct the template on the line of the finding, or correct the schema that forbids what it contains.
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
        "a document of type {type} made from this template would break the rules: {problem}",
        "correct {path}, or the schema that forbids what it contains",
        "A document made from the template of its type would break the rules.",
    ),
    find,
)
