"""A schema cannot be used.

## Why

It is not JSON, breaks the rules of its own draft, refers to something that is not in the repository, or has a
pattern that cannot be matched in linear time (look-around, back-references). It is reported once, at its line;
the rules about fields are off for its documents, all others go on. meminit never fetches anything: references
lead to other parts of the schema, or by relative paths to other files of the repository.

## Remedy

Correct the schema at the line that is named.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "SCHEMA_INVALID",
        "schemas",
        Severity.ERROR,
        "The schema cannot be used: {problem}",
        "A schema cannot be used.",
        configurable=False,
    )
)
