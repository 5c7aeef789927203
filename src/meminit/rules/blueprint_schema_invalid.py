"""A blueprint has a schema that cannot be used.

## Why

`parameters_schema` and `output_schema` of an agent are JSON Schemas (draft 7), and what the agent is given and
gives is judged by them. A procedural agent gives nothing but JSON, so it must have an `output_schema`.

## Setting

```toml .meminit.toml
[types.AGENT]
```

## Bad

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
output_schema: {type: strnig}
---

Review the change.
```

## Good

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
output_schema: {type: string}
---

Review the change.
```

## Remedy

Correct the schema; the message says what is wrong with it. `{"$ref": "path/in/the/repository.json"}` names a
schema in a file.
"""

from collections.abc import Iterator

from meminit.blueprints import blueprint
from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.model.node import Scalar, plain
from meminit.rule import Hit, Meta, MetadataRule


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    for field in blueprint.SCHEMAS:
        entry = document.fields.entries.get(field) if document.fields else None
        if entry is None or (isinstance(entry.node, Scalar) and entry.node.value is None):
            continue
        words = blueprint.wrong(plain(entry.node))
        if words:
            yield Hit(entry.line, entry.column, context={"field": field, "problem": words})
    kind = document.text("agent_type")
    if kind and kind.written == "procedural" and document.field("output_schema") is None:
        words = "a procedural agent must have one"
        yield Hit(kind.line, kind.column, context={"field": "output_schema", "problem": words})


RULE = MetadataRule(
    Meta(
        "BLUEPRINT_SCHEMA_INVALID",
        "blueprints",
        Severity.ERROR,
        "{field}: {problem}",
        "A blueprint has a schema that cannot be used.",
        since="0.13",
    ),
    check,
    applies=blueprint.is_possible,
    spares=blueprint.is_none,
)
