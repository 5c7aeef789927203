"""A file that was named on the command line belongs to no namespace, and is not checked.

## Why

It lies in none of the folders that the configuration governs. Without a word, a run on it alone would look like a
success.

## Remedy

Move the file below a docs root, add a namespace for its folder, or leave it out of the call.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "OUTSIDE_DOCS_ROOT",
        "placement",
        Severity.WARNING,
        "the file lies outside every docs root ({roots}) and was not checked",
        "A file that was named on the command line belongs to no namespace, and is not checked.",
    )
)
