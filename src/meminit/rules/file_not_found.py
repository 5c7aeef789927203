"""A path or pattern on the command line matches nothing.

## Why

The path is misspelt, is relative to another directory, or the file was deleted. Paths are relative to the current
directory. If several paths are given, a missing one is a violation, and the others are checked. If it is the only path,
the run fails with a fault of the same code.

## Remedy

Correct the path, or leave it out of the command.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_NOT_FOUND",
        "placement",
        Severity.ERROR,
        "file not found: {path}{hint}",
        "A path or pattern on the command line matches nothing.",
        configurable=False,
    )
)
