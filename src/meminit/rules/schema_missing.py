"""A schema that the configuration names does not exist.

## Why

Without the schema, the rules about fields are off for its documents; all other rules still run. If the configuration
names no schema and the default file does not exist, the built-in schema is used.

## Remedy

Create the file, correct the path in the configuration, or write `schema = ""` to use no schema at all.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "SCHEMA_MISSING",
        "schemas",
        Severity.ERROR,
        "the schema does not exist",
        "A schema that the configuration names does not exist.",
        configurable=False,
    )
)
