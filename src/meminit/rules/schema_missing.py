"""A schema that the configuration names is not there.

## Why

Without it the front matter of its documents cannot be judged: the rules about fields are off for them, all others
go on. Where no schema is named and the default file does not exist, the built-in schema holds instead.

## Remedy

Create the file, correct the path in the configuration, or write `schema = ""` for no schema at all.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "SCHEMA_MISSING",
        "schemas",
        Severity.ERROR,
        "The schema does not exist",
        "A schema that the configuration names is not there.",
        configurable=False,
    )
)
