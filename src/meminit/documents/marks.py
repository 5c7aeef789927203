"""Counts what may be markup in a body: what parsers and rules cost hangs on that far more than on plain text."""

import re
from itertools import islice

from meminit.documents.positions import Positions

# One for each character that can open, close or divide something, whether or not it does; an end of a line is one, too.
_MARKS = "[]<>`*_~|+-&\\\n\r"
_MARK = re.compile(r"[\[\]<>`*_~|+&\\\n-]|\r(?!\n)")


def surplus(text: str, first_line: int, most: int) -> tuple[int, int] | None:
    """The place of the first mark too many; None where there are not so many.

    Nearly every text is shorter than that, and then nothing is counted.
    """
    if len(text) <= most or sum(map(text.count, _MARKS)) - text.count("\r\n") <= most:
        return None
    upto = text[: next(islice(_MARK.finditer(text), most, None)).end()].encode()
    return Positions(upto, first_line).of(len(upto) - 1)
