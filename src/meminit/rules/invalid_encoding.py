"""A document is not UTF-8 text.

## Why

A tool that reads the file has to guess its encoding, and may show other characters than the author wrote. Nothing else
in such a file is checked.

## Remedy

Save the file as UTF-8. The finding names the line of the first byte that is not UTF-8.

`meminit fix --unsafe` reads the file as UTF-16 or Windows-1252 where it plainly is, and writes UTF-8.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "INVALID_ENCODING",
        "front matter",
        Severity.ERROR,
        "{problem}",
        "A document is not UTF-8 text.",
        fixable=True,
    )
)
