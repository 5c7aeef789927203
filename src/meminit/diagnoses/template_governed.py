"""A template is governed as if it were a document.

## Why

`meminit check` checks the template as one of the documents, and reports its placeholders as errors.

## Bad

```toml .meminit.toml
[types.ADR]
directory = "45-adr"
template = "docs/templates/adr.md"
```

```markdown docs/templates/adr.md
# {{title}}
```

## Good

```toml .meminit.toml
[docs]
exclude = ["templates/"]

[types.ADR]
directory = "45-adr"
template = "docs/templates/adr.md"
```

```markdown docs/templates/adr.md
# {{title}}
```

```markdown docs/45-adr/queue.md
---
type: ADR
---
```

## Remedy

Move the template to `00-governance/templates/` below the docs root, which is excluded by default, or add its folder to
`exclude`.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.templates:
        if each.is_governed:
            context = {"type": each.type_name, "path": each.path}
            yield Sign(context, facts.written.types.get((each.type_name, "template")))


DIAGNOSIS = OfRepository(
    Meta(
        "TEMPLATE_GOVERNED",
        "templates",
        Level.WARNING,
        "the template of the type {type} is checked as if it were a document: {path}",
        "add it to `exclude` of its namespace, or move it to 00-governance/templates/ below the docs root",
        "A template is governed as if it were a document.",
    ),
    find,
)
