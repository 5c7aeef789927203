"""A schema requires a field that it forbids, or for which it allows no value.

## Why

The file is a valid schema, but no document can ever pass: without the field, the field is missing; with it, the field
is wrong. Several schemas that apply to the same document, such as the schema of its type, may contradict each other in
the same way.

## Bad

```toml .meminit.toml
[docs]
schema = "schema.json"
```

```json schema.json
{
  "required": ["document_id", "owner"],
  "properties": {"document_id": {"type": "string"}},
  "additionalProperties": false
}
```

```markdown docs/queue.md
---
document_id: PAY-ADR-001
---
```

## Good

```toml .meminit.toml
[docs]
schema = "schema.json"
```

```json schema.json
{
  "required": ["document_id", "owner"],
  "properties": {"document_id": {"type": "string"}, "owner": {"type": "string"}},
  "additionalProperties": false
}
```

```markdown docs/queue.md
---
document_id: PAY-ADR-001
owner: Team
---
```

## Remedy

Describe the field under `properties` with the values that it may have, or delete it from `required`.
"""

from collections.abc import Iterator
from itertools import islice

from meminit.diagnosis import Facts, Held, Level, Meta, OfRepository, Sign
from meminit.model.node import Path
from meminit.schema.contradictions import forbids_everything, required
from meminit.words import quoted

_MOST_FIELDS = 200  # required by one schema
_MOST_TOLD = 20  # reported of schemas that apply together


def find(facts: Facts) -> Iterator[Sign]:
    told: set[tuple[str, Path]] = set()
    for held in facts.held:
        for path, key, problem in islice(_problems(held), _MOST_TOLD):
            if (path, key) not in told:
                told.add((path, key))
                yield Sign({"problem": problem}, key, path)


def _problems(held: Held) -> Iterator[tuple[str, Path, str]]:
    """The file with the contradiction, the key in it, and what is wrong there."""
    for path, each in held.schemas.items():
        if forbids_everything(each.schema):
            yield path, (), "no document can fit it"
            continue
        for number, field in islice(required(each.schema), _MOST_FIELDS):
            for other_path, other in held.schemas.items():
                objection = other.objection(field)
                if objection and other_path == path:
                    yield path, ("required", number), f"{quoted(field)} is required, but {objection}"
                elif objection:
                    blamed = (other_path, ("properties", field)) if other_path else (path, ("required", number))
                    yield *blamed, f"{quoted(field)} is required by {path or 'the built-in schema'}, but {objection}"


DIAGNOSIS = OfRepository(
    Meta(
        "SCHEMA_CONTRADICTORY",
        "schemas",
        Level.ERROR,
        "{problem}",
        "describe the field under `properties`, or delete it from `required`",
        "A schema requires a field that it forbids, or for which it allows no value.",
    ),
    find,
)
