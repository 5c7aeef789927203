"""A document is larger than 4 MiB, or has more than 20,000 links or 200,000 pieces of markup.

## Why

Limits keep a run bounded on trees that strangers wrote. No text for people comes near them; such a file is mostly data,
or a mistake. It is not read, or where it has too many links, none of them is followed. Where it has too much markup,
only its front matter is read. What may be markup is counted without asking whether it is: one each for brackets,
backticks, `#`, `&`, backslashes and lines below headings, and one for seven others together, such as stars, bars,
dashes and ends of lines. Nor may quotations and lists in each other be far deeper than lines are long, since each line
that follows may have to be held against all of them; nor may the title of a link go on for more than 400 lines.

## Remedy

Split the document, or exclude it in `[docs] exclude`. The command line alone can raise the limits, as with
`--limits document=8388608,links=50000,marks=500000`.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_TOO_LARGE",
        "front matter",
        Severity.ERROR,
        "The file is too large: {problem}",
        "A document is larger than 4 MiB, or has more than 20,000 links or 200,000 pieces of markup.",
    )
)
