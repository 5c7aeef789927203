"""A governed file or folder exists, but cannot be read.

## Why

The permissions forbid it, the file is a device or a pipe, it is a symbolic link to nothing, or it disappeared during
the run. meminit reports it because what it contains is unknown.

A `.gitignore` file is reported as well, and has no effect, if it is larger than 256 KiB, or if it has more than 5,000
patterns together with those above it.

## Remedy

Correct the permissions (on Linux and macOS: `chmod u+rX PATH`), delete the file, or add a pattern for it to `exclude`
in `[docs]`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_UNREADABLE",
        "front matter",
        Severity.ERROR,
        "this path cannot be read: {problem}",
        "A governed file or folder exists, but cannot be read.",
    )
)
