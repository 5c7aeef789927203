"""A rule is switched on, but can find nothing under this configuration.

## Why

Rules about ids find nothing if documents have no ids. Rules about types, sections and prefixes find nothing if these
are not configured. Anyone who reads the setting expects a check that does not happen.

## Bad

```toml .meminit.toml
[id]
field = ""

[rules]
DUPLICATE_ID = "warning"
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[rules]
DUPLICATE_ID = "warning"
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Configure what the rule needs, or delete the setting. `meminit explain CODE` describes the rule.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.model.finding import Severity
from meminit.model.node import Path


def find(facts: Facts) -> Iterator[Sign]:
    for code, key in _switched_on(facts):
        if code not in facts.rules or not facts.rules[code].applies:
            yield Sign({"code": code}, key)


def _switched_on(facts: Facts) -> Iterator[tuple[str, Path]]:
    settings = facts.settings
    yield from ((code, ("rules", code)) for code, each in settings.severities.items() if each is not Severity.OFF)
    for number, override in enumerate(settings.overrides):
        for code, each in override.severities.items():
            if each is not Severity.OFF:
                yield code, ("rules", "override", number, str(each))


DIAGNOSIS = OfRepository(
    Meta(
        "RULE_IDLE",
        "rules",
        Level.WARNING,
        "{code} is switched on, but can find nothing under this configuration",
        "configure what the rule needs (`meminit explain {code}` describes it), or delete the setting",
        "A rule is switched on, but can find nothing under this configuration.",
    ),
    find,
)
