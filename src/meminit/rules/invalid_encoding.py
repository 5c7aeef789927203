"""A document is not UTF-8 text.

## Why

Its characters can only be guessed, and every reader guesses differently. Nothing else is checked in such a file.

## Remedy

Save the file as UTF-8; the line that is named holds the first byte that is not.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(Meta("INVALID_ENCODING", "front matter", Severity.ERROR, "{problem}", "A document is not UTF-8 text."))
