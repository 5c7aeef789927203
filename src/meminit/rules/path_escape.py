"""A document or folder is a symbolic link that leads out of the repository, and is not read.

## Why

Files outside the repository are not part of it: another machine has other files there, or none. Besides, a link that
another person added must not make meminit read your own files. A symbolic link that stays inside the repository is not
followed either, but it is not reported: its target is checked at its own path, if it is governed there.

## Remedy

Replace the link with the file itself, or add a pattern for it to `exclude` in `[docs]`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "PATH_ESCAPE",
        "placement",
        Severity.ERROR,
        "this path is not read: {problem}",
        "A document or folder is a symbolic link that leads out of the repository, and is not read.",
    )
)
