"""A docs root of the configuration does not exist.

## Why

The configuration governs a folder that does not exist, or a path that is not a folder. Nothing is checked there, so
without this finding the run would pass.

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
        "the docs root {problem}",
        "A docs root of the configuration does not exist.",
    )
)
