"""A document is larger than 4 MiB, and is not read.

## Why

A limit keeps a run bounded on trees that strangers wrote. No text for people comes near it; such a file is mostly
data, or a mistake.

## Remedy

Split the document, or exclude it in `[docs] exclude`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_TOO_LARGE",
        "front matter",
        Severity.ERROR,
        "The file is too large: {problem}",
        "A document is larger than 4 MiB, and is not read.",
    )
)
