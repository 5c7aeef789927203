"""A finding of the baseline is no longer found.

## Why

It was corrected, and its line in the baseline would hide the same mistake if it came back. `check --baseline` says so
in an advice; with `--strict-baseline` each such line is a violation.

## Remedy

Run `meminit baseline --prune`, which removes the lines that are no longer needed and adds none.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "BASELINE_STALE",
        "run",
        Severity.ERROR,
        "{known} in {document} is in the baseline, but is no longer found",
        "A finding of the baseline is no longer found.",
        since="0.13",
        configurable=False,
    )
)
