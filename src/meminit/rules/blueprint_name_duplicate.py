"""Two blueprints have the same name.

## Why

`meminit agent run NAME` could mean either of them. The finding is on each of them, and names another one.

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
---

Review the change.
```

```markdown docs/agents/critic.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
---

Find faults.
```

## Good

```markdown docs/agents/reviewer.md
---
type: AGENT
name: reviewer
executor: {argv: [review]}
---

Review the change.
```

```markdown docs/agents/critic.md
---
type: AGENT
name: critic
executor: {argv: [review]}
---

Find faults.
```

## Remedy

Give all of them except one another `name`.
"""

from collections import defaultdict
from collections.abc import Iterator

from meminit.blueprints import blueprint
from meminit.config.settings import AGENT, Settings
from meminit.model.document import KeptDocument
from meminit.model.finding import Severity
from meminit.model.node import Scalar
from meminit.rule import Corpus, Hit, Meta, SummaryRule, hit


def check(corpus: Corpus[KeptDocument], _settings: Settings) -> Iterator[Hit]:
    held: dict[str, list[tuple[KeptDocument, Scalar]]] = defaultdict(list)
    for document in corpus.documents:
        if any(each.written == AGENT for each in document.texts("type")):
            for name in document.texts("name")[:1]:
                held[name.written].append((document, name))
    for holders in held.values():
        for document, name in holders if len(holders) > 1 else ():
            other = next(each for each, _ in holders if each is not document)
            yield hit(name, document.path, name=name.written, other=other.path)


RULE = SummaryRule(
    Meta(
        "BLUEPRINT_NAME_DUPLICATE",
        "blueprints",
        Severity.ERROR,
        "the agent of {other} has the name {name}, too",
        "Two blueprints have the same name.",
        since="0.13",
    ),
    check,
    fields=("type", "name"),
    applies=blueprint.is_possible,
)
