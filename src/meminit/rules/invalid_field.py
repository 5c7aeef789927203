"""The value of a field does not fit the schema.

## Why

The value has the wrong type, is not one of the allowed values, does not match a pattern, or lacks the required format,
such as a date. There is one finding for each field and each keyword of the schema that it breaks.

Values without quotes are read as YAML 1.1, as PyYAML reads them: `1e3` is text, and `yes` is a truth value. If YAML
reads a value as something other than text, such as `1.10`, and the schema asks for text of that form, the value is
checked as it is written. In a field called `version`, or whose name ends in `_version`, a whole number counts as a
version where the schema asks for text: `1` is "1.0".

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

Change the value to what the message asks for. Put a value in quotes to make it text if YAML reads it as a number, a
date or a truth value: `reviewed_by: "007"`.

`meminit fix` corrects letter case, notations of days and versions, quotes, and one value where a list is wanted; with
`--unsafe` also one clear slip.
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
        "The value of a field does not fit the schema.",
        fixable=True,
    ),
    check,
    spares=no_breaches,
)
