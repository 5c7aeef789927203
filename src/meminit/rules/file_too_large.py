"""A document is larger than 4 MiB, or has more than 20,000 links or 200,000 pieces of markup.

## Why

The limits keep a run short on any repository, even on one that was made to slow it down. Text that people write stays
far below them; a file above them is usually data, or a mistake. A file that is too large is not read. If a document has
too many links, none of its links is followed. If it has too much markup, only its front matter is read.

Characters count as markup even where they have no meaning. Each bracket, backtick, `#`, `&` and backslash is one piece,
and so is each line that underlines a heading. Seven other characters together are one piece: stars, underscores, bars,
dashes, ends of lines and the like. Two more limits hold: quotations and lists may not be nested so deep that their
marks are far longer than a usual line, and the title of a link may not have more than 400 lines.

## Remedy

Split the document, or add a pattern for it to `exclude` in `[docs]`. To raise the limits for one run, give them on the
command line: `--limits document=8388608,links=50000,marks=500000`. The configuration cannot raise them.
"""

from meminit.model.finding import Severity
from meminit.rule import Meta, Observed

RULE = Observed(
    Meta(
        "FILE_TOO_LARGE",
        "front matter",
        Severity.ERROR,
        "the file is too large: {problem}",
        "A document is larger than 4 MiB, or has more than 20,000 links or 200,000 pieces of markup.",
    )
)
