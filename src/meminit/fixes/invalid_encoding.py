"""Reads a file that is not UTF-8 as what it plainly is, to be written as UTF-8."""

import re

from meminit.correction import Corrected, Correction, Known, Page, Result, Stays
from meminit.model.finding import Finding

_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_HIGH = re.compile(rb"[\x80-\xff]{2,}")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def correct(_finding: Finding, page: Page, _known: Known) -> Result:
    encoding = encoding_of(page.content)
    if encoding is None:
        return Stays("ambiguous", "the file may be in several encodings; save it as UTF-8")
    return Corrected((), safe=False, encoding=encoding)


def encoding_of(content: bytes) -> str | None:
    """The encoding of a file that is not UTF-8; None where it may be several."""
    for mark, name in _MARKS:
        if content.startswith(mark):
            return name if _is_plain(content, name) else None
    if any(_holds_utf_8(each) for each in _HIGH.findall(content)):
        return None
    return next((each for each in ("windows-1252", "latin-1") if _is_plain(content, each)), None)


def _is_plain(content: bytes, encoding: str) -> bool:
    """Whether it is text without control characters."""
    try:
        return _CONTROL.search(content.decode(encoding)) is None
    except UnicodeError:
        return False


def _holds_utf_8(high: bytes) -> bool:
    """Whether some of the bytes are a character in UTF-8."""
    for start in range(len(high)):
        for end in range(start + 2, min(start + 5, len(high) + 1)):
            try:
                high[start:end].decode()
            except UnicodeDecodeError:
                continue
            return True
    return False


CORRECTION = Correction(("INVALID_ENCODING",), correct)
