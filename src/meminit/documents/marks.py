"""Counts what may be markup in a body: what parsers and rules cost hangs on that far more than on plain text."""

import re
from itertools import islice

from meminit.documents.positions import Positions

# What opens something that facts are made of, whether or not it does. Lines, emphasis, lists and tables cost next to
# nothing, and large documents are full of them.
_MARKS = "[<>#`&\\"
_MARK = re.compile(r"[\[<>#`&\\]")


def surplus(text: str, first_line: int, most: int) -> tuple[int, int] | None:
    """The place of the first mark too many; None where there are not so many.

    Nearly every text is shorter than that, and then nothing is counted.
    """
    if len(text) <= most or sum(map(text.count, _MARKS)) <= most:
        return None
    upto = text[: next(islice(_MARK.finditer(text), most, None)).end()].encode()
    return Positions(upto, first_line).of(len(upto) - 1)
