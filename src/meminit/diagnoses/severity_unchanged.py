"""A rule is set to the severity that it already has.

## Why

The line changes nothing. That is fine if you write down every setting on purpose. If the line was meant to change
something, its code or its severity is wrong.

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

Delete the line, or correct its code or severity.
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
    changed: set[str] = set()  # by an earlier override, for its paths; a later one may undo that for others
    for number, override in enumerate(settings.overrides):
        for code, severity in override.severities.items():
            if code not in changed and said.get(code) is severity and _is_alive(facts, code, severity):
                yield Sign({"code": code, "severity": severity}, ("rules", "override", number, str(severity)))
        changed |= override.severities.keys()


def _is_alive(facts: Facts, code: str, severity: Severity) -> bool:
    """RULE_IDLE reports a rule that is switched on and can find nothing."""
    return severity is Severity.OFF or (code in facts.rules and facts.rules[code].applies)


DIAGNOSIS = OfRepository(
    Meta(
        "SEVERITY_UNCHANGED",
        "rules",
        Level.INFO,
        "{code} is set to {severity}, which it already is",
        "delete the setting, or correct its code or severity; `meminit explain {code}` describes the rule",
        "A rule is set to the severity that it already has.",
    ),
    find,
)
