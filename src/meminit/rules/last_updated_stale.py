"""The date in `last_updated` is older than the last commit of the document.

## Why

Readers and programs take the date for that of the last change. It is compared with the day, in UTC, of the last commit
that changed the document: one that only renames the file or changes its mode does not count, and of a merge only what
none of its sides had. A document that is not committed as it stands is not judged. Where git cannot tell, as in a
shallow clone, nothing is reported but one advice. The rule is off by default.

## Setting

```toml .meminit.toml
[rules]
LAST_UPDATED_STALE = "warning"
```

## Remedy

Write the day on which the document was last changed.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "LAST_UPDATED_STALE",
        "drift",
        Severity.OFF,
        "{field} is {said}, but the last commit of the document is of {day}",
        "The date in `last_updated` is older than the last commit of the document.",
        since="0.14",
    )
)
