"""A path or pattern that was named on the command line matches nothing.

## Why

It is misspelt, was meant relative to another directory, or was removed. One missing path among several is a
violation on that path; if it is the only one, the run fails as a whole, with the same code. Paths are relative to
the current directory.

## Remedy

Correct the path, or leave it out of the call.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_NOT_FOUND",
        "placement",
        Severity.ERROR,
        "File not found: {path}",
        "A path or pattern that was named on the command line matches nothing.",
        configurable=False,
    )
)
