"""Starts the interpreter again in UTF-8 mode, where the locale would have file names read in another encoding.

A file name is bytes. meminit reads it as UTF-8, so that a repository has the same paths on every machine. Python reads
it, and the arguments, in the encoding of the locale, and cannot change that once it runs.
"""

import os
import sys
from contextlib import suppress

_FROM_STANDARD_INPUT = ("", "-")  # what `sys.argv` begins with; that program cannot be read a second time


def start_again() -> None:
    """Returns only where there is no interpreter to start, or where the mode was chosen."""
    is_program = bool(sys.executable) and not getattr(sys, "frozen", False)
    is_chosen = "utf8" in sys._xoptions  # noqa: SLF001 - documented: see `sys`; chosen by a user, or by us
    if os.name == "posix" and is_program and not is_chosen and sys.argv[0] not in _FROM_STANDARD_INPUT:
        program = os.fsencode(sys.executable)  # Python finds its libraries by this name
        os.execv(program, [program, b"-X", b"utf8", *_words()])  # noqa: S606 - itself


def _words() -> list[bytes]:
    """The words behind the interpreter's name, as they were given: not every encoding gives back what it has read."""
    given: list[bytes] = []
    with suppress(OSError), open("/proc/self/cmdline", "rb") as file:
        given = file.read().split(b"\0")[:-1]
    return given[1:] if len(given) == len(sys.orig_argv) else [os.fsencode(each) for each in sys.orig_argv[1:]]
