"""Decides which day it is: the one that was asked for, that of SOURCE_DATE_EPOCH, or today."""

import os
from datetime import UTC, date, datetime

from meminit.faults import INVALID_ARGUMENT, MeminitError
from meminit.words import quoted

_EPOCH = "SOURCE_DATE_EPOCH"


def today(chosen: str | None = None) -> str:
    """As YYYY-MM-DD; raises INVALID_ARGUMENT for what is no day."""
    if chosen is not None:
        try:
            if date.fromisoformat(chosen).isoformat() == chosen:
                return chosen
        except ValueError:
            pass
        raise MeminitError(INVALID_ARGUMENT, f"{quoted(chosen)} is not a day of the form YYYY-MM-DD")
    seconds = os.environ.get(_EPOCH)
    if not seconds:
        return date.today().isoformat()  # the day where the author is
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise MeminitError(INVALID_ARGUMENT, f"{_EPOCH}: {quoted(seconds)} is not a number of seconds") from None
