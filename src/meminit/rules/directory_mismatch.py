"""A document is not in the folder of its type.

## Why

People look for a document in the folder that the configuration gives its type (`directory` in `[types.NAME]`). Folders
below that folder are allowed.

## Setting

```toml .meminit.toml
[types.ADR]
directory = "45-adr"
```

## Bad

```markdown docs/notes/queue.md
---
type: ADR
---
```

## Good

```markdown docs/45-adr/queue.md
---
type: ADR
---
```

## Remedy

Move the document to the folder in the message and correct the links to it, or correct its `type`.

`meminit fix --unsafe` moves the document and corrects all links.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings, parts
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule


def check(document: Metadata, settings: Settings) -> Iterator[Hit]:
    namespace, type_name = settings.namespace(document.namespace), document.text("type")
    known = namespace.types.get(type_name.written) if type_name else None
    if known is None or known.directory is None:
        return
    expected = (*parts(namespace.root), *parts(known.directory))
    is_elsewhere = parts(document.path)[: len(expected)] != expected or len(parts(document.path)) == len(expected)
    if is_elsewhere and document.path not in settings.project.pages:
        yield Hit(context={"type": known.name, "directory": "/".join(expected) or "."})


def _any_directory(settings: Settings) -> bool:
    return any(kind.directory is not None for namespace in settings.namespaces for kind in namespace.types.values())


RULE = MetadataRule(
    Meta(
        "DIRECTORY_MISMATCH",
        "placement",
        Severity.WARNING,
        "a document of type {type} belongs in {directory}/",
        "A document is not in the folder of its type.",
        fixable=True,
    ),
    check,
    applies=_any_directory,
)
