"""A schema cannot be used.

## Why

The file is not JSON, breaks the rules of its JSON Schema draft, refers to a file that is not in the repository, or has
a pattern that cannot be matched in linear time (look-around, back-references). There is one finding for the schema, on
its line. The rules about fields are off for its documents; all other rules still run. meminit never downloads anything:
a reference leads to another part of the schema, or by a relative path to another file of the repository.

## Remedy

Correct the schema on the line that the finding names.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "SCHEMA_INVALID",
        "schemas",
        Severity.ERROR,
        "the schema cannot be used: {problem}",
        "A schema cannot be used.",
        configurable=False,
    )
)
