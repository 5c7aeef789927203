"""A docs root of the configuration does not exist.

## Why

The configuration governs a folder that is not there, or that is no folder; without a word, a run would pass that
checked nothing.

## Remedy

Create the folder, or correct `root` in the configuration.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "DOCS_ROOT_MISSING",
        "placement",
        Severity.ERROR,
        "The docs root {problem}",
        "A docs root of the configuration does not exist.",
    )
)
