"""Counts what may be markup in a body: what parsers and rules cost hangs on that far more than on plain text."""

import re
from itertools import islice

from meminit.documents.positions import Positions

# One for each character that can open, close or divide something, whether or not it does; an end of a line is one, too.
_OPENING = "[<>#`&\\"
_OTHERS = "]*_~|+-\n\r"
_MARK = re.compile(r"[\[\]<>`*_~|+&#\\\n-]|\r(?!\n)")
# With so few that open what facts are made of, lines, lists, tables and emphasis cost next to nothing, and many more of
# them are allowed.
_FEW = 1000
_TIMES_AS_MANY = 7


def surplus(text: str, first_line: int, most: int) -> tuple[int, int] | None:
    """The place of the first mark too many; None where there are not so many.

    Nearly every text is shorter than that, and then nothing is counted.
    """
    if len(text) <= most:
        return None
    opening = sum(map(text.count, _OPENING))
    most = _TIMES_AS_MANY * most if opening <= _FEW else most
    if opening + sum(map(text.count, _OTHERS)) - text.count("\r\n") <= most:
        return None
    upto = text[: next(islice(_MARK.finditer(text), most, None)).end()].encode()
    return Positions(upto, first_line).of(len(upto) - 1)
