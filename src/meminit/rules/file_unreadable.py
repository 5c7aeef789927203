"""A governed file or folder is there, but cannot be read.

## Why

Permission is denied, it is a device or a pipe, a symbolic link that leads to nothing, or it vanished during the
run. It is reported rather than passed over in silence, since nobody knows what it holds.

A `.gitignore` file does not count, and is reported, if it is larger than 256 KiB, or if it has, with those above it,
more than 5,000 patterns.

## Remedy

Make it readable, remove it, or exclude it in `[docs] exclude`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_UNREADABLE",
        "front matter",
        Severity.ERROR,
        "This cannot be read: {problem}",
        "A governed file or folder is there, but cannot be read.",
    )
)
