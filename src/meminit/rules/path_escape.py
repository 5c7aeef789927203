"""A document or folder is a symbolic link that leads out of the repository, and is not read.

## Why

What lies outside is not part of the repository: another machine has something else there, or nothing, and a
stranger's link must not make meminit read the files of whoever runs it. A link that stays
inside is neither followed nor reported: its target is checked where it lies, if it is governed there.

## Remedy

Replace the link by the file itself, or exclude it in `[docs] exclude`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "PATH_ESCAPE",
        "placement",
        Severity.ERROR,
        "This is not read: {problem}",
        "A document or folder is a symbolic link that leads out of the repository, and is not read.",
    )
)
