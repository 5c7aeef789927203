"""A rule is set to what it is already.

## Why

The line changes nothing. That is fine for a habit of writing everything down; but if something was meant to change,
it was the wrong code, or the wrong severity.

## Bad

```toml .meminit.toml
[rules]
ORPHAN_DOCUMENT = "off"
```

```markdown docs/queue.md
---
title: Queue
---
```

## Good

```toml .meminit.toml
[rules]
ORPHAN_DOCUMENT = "warning"
```

```markdown docs/queue.md
---
title: Queue
---
```

## Remedy

Remove the line, or set what was meant.
"""

from collections.abc import Iterator

from meminit.diagnosis import Facts, Level, Meta, OfRepository, Sign
from meminit.model.finding import Severity


def find(facts: Facts) -> Iterator[Sign]:
    settings = facts.settings
    for code, severity in settings.severities.items():
        if code in facts.rules and facts.rules[code].severity is severity and _is_alive(facts, code, severity):
            yield Sign({"code": code, "severity": severity}, ("rules", code))
    said = {code: rule.severity for code, rule in facts.rules.items()} | dict(settings.severities)
    changed: set[str] = set()  # for some paths, by an earlier table: then a later one may take it back for others
    for number, override in enumerate(settings.overrides):
        for code, severity in override.severities.items():
            if code not in changed and said.get(code) is severity and _is_alive(facts, code, severity):
                yield Sign({"code": code, "severity": severity}, ("rules", "override", number, str(severity)))
        changed |= override.severities.keys()


def _is_alive(facts: Facts, code: str, severity: Severity) -> bool:
    """Of a rule that is switched on and can find nothing, another diagnosis tells."""
    return severity is Severity.OFF or (code in facts.rules and facts.rules[code].applies)


DIAGNOSIS = OfRepository(
    Meta(
        "SEVERITY_UNCHANGED",
        "rules",
        Level.INFO,
        "{code} is set to {severity}, which it is already",
        "remove the setting, or set what was meant; `meminit explain {code}` tells of the rule",
        "A rule is set to what it is already.",
    ),
    find,
)
