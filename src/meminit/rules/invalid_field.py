"""The value of a field is not what the schema asks for.

## Why

Its type, form or value breaks a rule of the schema: an option that does not exist, text that does not match a
pattern, a date that is none. There is one finding for each field and rule. A value that YAML reads as something
else than text, such as `1.10`, is judged as it is written where the schema asks for such text. In a field called
`version`, or whose name ends in `_version`, a whole number where text is asked for is a version with a zero to come:
`1` is "1.0". Plain values are read by the rules of YAML 1.1, as PyYAML does: `1e3` is text, and `yes` a truth value.

## Bad

```markdown docs/guide.md
---
status: Drafty
version: one
---
```

## Good

```markdown docs/guide.md
---
status: Draft
version: 1.10
---
```

## Remedy

Correct the value as the message says. Quotes make text of what YAML would read as a number, a date or a truth
value.
"""

from collections.abc import Iterator

from meminit.config.settings import Settings
from meminit.model.document import Metadata
from meminit.model.finding import Severity
from meminit.rule import Hit, Meta, MetadataRule, field_hits, no_breaches


def check(document: Metadata, _settings: Settings) -> Iterator[Hit]:
    yield from field_hits(document, "invalid")


RULE = MetadataRule(
    Meta(
        "INVALID_FIELD",
        "fields",
        Severity.ERROR,
        "{field}: {problem}",
        "The value of a field is not what the schema asks for.",
    ),
    check,
    spares=no_breaches,
)
