"""A rule of meminit failed on a document; the run went on without it.

## Why

This is a defect in meminit. The document may have faults that were not found, so it does not pass.

## Remedy

Run again with `--debug`, and report what it prints to standard error.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "RULE_CRASHED",
        "run",
        Severity.ERROR,
        "the rule {rule} failed here; this is a defect in meminit",
        "A rule of meminit failed on a document; the run went on without it.",
        configurable=False,
    )
)
