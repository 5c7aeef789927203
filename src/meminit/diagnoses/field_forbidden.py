"""A schema forbids a field that the configuration uses: the id of a document, or its type.

## Why

Documents that have ids, or types from `[types]`, cannot pass the check. Documents without them pass, but the rules
about ids and types find nothing in them.

## Bad

```toml .meminit.toml
[docs]
schema = "schema.json"
```

```json schema.json
{
  "properties": {"title": {"type": "string"}},
  "additionalProperties": false
}
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[docs]
schema = "schema.json"

[id]
field = ""
```

```json schema.json
{
  "properties": {"title": {"type": "string"}},
  "additionalProperties": false
}
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Add the field to `properties` in the schema. If documents have no ids, write `field = ""` in `[id]` instead; if they
have no types, delete `[types]`.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.schema.contradictions import required
from meminit.words import quoted

_REMEDIES = {"id": 'or write `field = ""` in [id]', "type": "or delete [types]"}


def find(facts: Facts) -> Iterator[Sign]:
    told: set[tuple[str, str]] = set()
    demanded = {name for held in facts.held for each in held.schemas.values() for _, name in required(each.schema)}
    for held in facts.held:
        types = facts.settings.namespace(held.namespace).types
        wanted = {"id": facts.settings.ids.field, "type": "type" if types else ""}
        for path, each in held.schemas.items():
            for what, field in wanted.items():
                if path and field and field not in demanded and (path, field) not in told:
                    told.add((path, field))
                    objection = each.objection(field)
                    if objection:
                        context = {"field": quoted(field), "problem": objection, "otherwise": _REMEDIES[what]}
                        yield Sign(context, ("properties",), path)


DIAGNOSIS = OfRepository(
    Meta(
        "FIELD_FORBIDDEN",
        "schemas",
        Level.WARNING,
        "the schema allows no document to have {field}, which the configuration uses: {problem}",
        "add {field} to `properties`, {otherwise}",
        "A schema forbids a field that the configuration uses: the id of a document, or its type.",
    ),
    find,
)
