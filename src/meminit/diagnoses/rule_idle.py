"""A rule is switched on that cannot find anything under this configuration.

## Why

Rules about ids find nothing where documents have none, rules about types, sections and prefixes nothing where these are
not configured. Whoever switched the rule on counts on something that is not looked at.

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

Configure what the rule is about, or remove the setting.
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
        "{code} is switched on, and can find nothing under this configuration",
        "configure what the rule is about (`meminit explain {code}` tells), or remove the setting",
        "A rule is switched on that cannot find anything under this configuration.",
    ),
    find,
)
