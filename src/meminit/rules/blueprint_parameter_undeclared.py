"""The prompt of a blueprint uses a parameter that it does not declare.

## Why

`{{name}}` in a prompt is replaced by a parameter. One that `parameters_schema` lacks can never be given, and the
agent would read the braces.

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
parameters_schema: {properties: {change: {type: string}}}
---

Review {{chnage}}.
```

## Good

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
parameters_schema: {properties: {change: {type: string}}}
---

Review {{change}}.
```

## Remedy

Correct the name, or add the parameter to `properties` of `parameters_schema`.
"""

from collections.abc import Iterator

from meminit.blueprints import blueprint
from meminit.config.settings import Settings
from meminit.model.document import Document
from meminit.model.finding import Severity
from meminit.model.node import plain
from meminit.rule import DocumentRule, Hit, Meta, Part
from meminit.words import did_you_mean, nearest


def check(document: Document, _settings: Settings) -> Iterator[Hit]:
    node, text = document.metadata.field("parameters_schema"), document.text.text
    declared = plain(node) if node else None
    parameters = declared if isinstance(declared, dict) else None
    properties = parameters.get("properties") if parameters else None
    known = list(properties) if isinstance(properties, dict) else []
    for found in blueprint.undeclared(text, parameters):
        before = text[: found.start()]
        line, column = document.text.line + before.count("\n"), found.start() - before.rfind("\n")
        yield Hit(line, column, context={"name": found[1], "hint": did_you_mean(nearest(found[1], known))})


RULE = DocumentRule(
    Meta(
        "BLUEPRINT_PARAMETER_UNDECLARED",
        "blueprints",
        Severity.ERROR,
        "parameters_schema declares no parameter {name}{hint}",
        "The prompt of a blueprint uses a parameter that it does not declare.",
        since="0.13",
    ),
    check,
    needs=frozenset({Part.BODY}),
    applies=blueprint.is_possible,
    spares=blueprint.is_none,
)
