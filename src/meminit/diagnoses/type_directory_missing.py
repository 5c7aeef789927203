"""The folder of a type exists in no namespace.

## Why

Nothing is wrong as long as there are no documents of this type. If there are some, their folder probably has another
name.

## Bad

```toml .meminit.toml
[types.ADR]
directory = "45-adrs"
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

Correct `directory`, which is relative to the root of a namespace, or create the folder together with the first document
of the type.
"""

from collections.abc import Iterator

from meminit.config.settings import below
from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign


def find(facts: Facts) -> Iterator[Sign]:
    looked_for: dict[tuple[str, str], list[str]] = {}
    for namespace in facts.existing():
        for kind in namespace.types.values():
            if kind.directory:
                places = looked_for.setdefault((kind.name, kind.directory), [])
                places.append(below(namespace.root, kind.directory))
    for (name, directory), places in looked_for.items():
        written = facts.written.types.get((name, "directory"))
        if written and not facts.folders.intersection(places):  # a type that nobody configured needs no folder
            yield Sign({"type": name, "directory": directory}, written)


DIAGNOSIS = OfRepository(
    Meta(
        "TYPE_DIRECTORY_MISSING",
        "types",
        Level.INFO,
        "the folder of the type {type} exists in no namespace: {directory}",
        "create the folder with the first document of the type, or correct `directory`",
        "The folder of a type exists in no namespace.",
    ),
    find,
)
