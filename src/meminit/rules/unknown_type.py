"""The type of a document is not one of the types in the configuration.

## Why

If `[types]` is configured, it lists all types, each with its folder, template and sections. A type that is not in the
list is usually misspelt. Letter case counts.

## Setting

```toml .meminit.toml
[types.ADR]
directory = "45-adr"
```

## Bad

```markdown docs/45-adr/queue.md
---
type: ADRR
---
```

## Good

```markdown docs/45-adr/queue.md
---
type: ADR
---
```

## Remedy

Correct `type`, or add the type to the configuration: `[types.NAME]`.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, hit
from meminit.words import did_you_mean, listed, nearest, quoted


def check(document: Metadata, settings: Settings) -> Iterator[Hit]:
    types, type_name = settings.namespace(document.namespace).types, document.type_name
    is_unknown = types and type_name and type_name.written not in types
    if is_unknown and type_name and document.path not in settings.project.pages:
        yield hit(
            type_name,
            type=type_name.written,
            shown=quoted(type_name.written),
            types=listed(sorted(types)),
            hint=did_you_mean(nearest(type_name.written, types)),
        )


def _any_types(settings: Settings) -> bool:
    return any(namespace.types for namespace in settings.namespaces)


RULE = MetadataRule(
    Meta(
        "UNKNOWN_TYPE",
        "placement",
        Severity.ERROR,
        "type: {shown} is not one of {types}{hint}",
        "The type of a document is not one of the types in the configuration.",
    ),
    check,
    applies=_any_types,
)
