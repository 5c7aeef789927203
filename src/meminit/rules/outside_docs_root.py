"""A file on the command line is outside every docs root, and is not checked.

## Why

The configuration governs none of the folders that contain the file. Without this warning, a check of this file alone
would look like a success.

## Remedy

Move the file into a docs root, add a namespace for its folder, or leave the file out of the command.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "OUTSIDE_DOCS_ROOT",
        "placement",
        Severity.WARNING,
        "the file is outside every docs root ({roots}) and was not checked",
        "A file on the command line is outside every docs root, and is not checked.",
    )
)
