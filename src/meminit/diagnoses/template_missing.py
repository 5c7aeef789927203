"""The template of a type does not exist.

## Why

The configuration names this file as the template for new documents of the type.

## Bad

```toml .meminit.toml
[types.ADR]
directory = "45-adr"
template = "docs/00-governance/templates/adr.template.md"
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
```

```markdown docs/45-adr/queue.md
---
type: ADR
---
```

## Remedy

Create the file, correct the path, which is relative to the repository, or delete the key `template`.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    for each in facts.templates:
        if not each.is_there:
            context = {"type": each.type_name, "path": each.path}
            yield Sign(context, facts.written.types.get((each.type_name, "template")))


DIAGNOSIS = OfRepository(
    Meta(
        "TEMPLATE_MISSING",
        "templates",
        Level.ERROR,
        "the template of the type {type} does not exist: {path}",
        "create {path}, correct the path, or delete the key `template` of the type",
        "The template of a type does not exist.",
    ),
    find,
)
