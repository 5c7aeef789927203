"""Loads jsonschema-rs in half the time.

While it is loaded it works out on which day it was built, which nobody asks, and imports 25 modules of Python's `email`
for that, which takes 5 to 7 of the 75 ms of a first check of ten documents. It is given something else of that name
meanwhile, unless there is another thread, which might want what has that name by right.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType

_DATING = "email.utils"


@contextmanager
def _undated() -> Iterator[None]:
    stand_in = ModuleType(_DATING)
    stand_in.parsedate_to_datetime = lambda _: None  # type: ignore[attr-defined]
    sys.modules[_DATING] = stand_in
    try:
        yield
    finally:
        del sys.modules[_DATING]


if _DATING not in sys.modules and len(sys._current_frames()) == 1:  # noqa: SLF001 - it is documented: see `sys`
    with suppress(Exception), _undated():  # another version may want more of it, and is loaded once more below
        import jsonschema_rs

import jsonschema_rs  # noqa: E402 - this is what it is all about

__all__ = ["jsonschema_rs"]
