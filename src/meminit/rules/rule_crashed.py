"""A rule of meminit crashed on a document; the run continued without it.

## Why

This is a bug in meminit, unless the message says that memory ran out. The rule may have missed errors in the document,
so the document does not pass.

## Remedy

Run the command again with `--debug`, and report the traceback that it prints to standard error.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "RULE_CRASHED",
        "run",
        Severity.ERROR,
        "rule {rule} {why}",
        "A rule of meminit crashed on a document; the run continued without it.",
        configurable=False,
    )
)
