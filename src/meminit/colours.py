"""Colours on a terminal: whether they are wanted, and which ones the lines of a diff have."""

import os
import sys

from meminit.words import escape_invisible

_RESET = "\x1b[0m"
_STYLES = {
    "error": "\x1b[31m",
    "warning": "\x1b[33m",
    "path": "\x1b[1m",
    "faint": "\x1b[2m",
    "good": "\x1b[32m",
    "hunk": "\x1b[36m",
}
_OF_DIFF = (("---", "path"), ("+++", "path"), ("rename", "path"), ("@@", "hunk"), ("-", "error"), ("+", "good"))


def are_wanted(*, asked: bool, refused: bool, into_file: bool) -> bool:
    """An option decides before a variable, NO_COLOR before FORCE_COLOR, and a terminal last; files have no colours."""
    if asked or refused:
        return not refused
    if into_file or os.environ.get("NO_COLOR"):
        return False
    forced = os.environ.get("FORCE_COLOR")
    if forced:
        return forced not in {"0", "false"}
    return os.environ.get("TERM") != "dumb" and sys.stdout is not None and sys.stdout.isatty()


def styled(style: str, text: str) -> str:
    return f"{_STYLES[style]}{text}{_RESET}"


def of_diff(line: str, *, coloured: bool) -> str:
    """A line of a diff; tabs stay, since they are part of what changes."""
    shown = "\t".join(map(escape_invisible, line.split("\t")))
    style = next((style for begin, style in _OF_DIFF if line.startswith(begin)), None)
    return styled(style, shown) if style and coloured else shown
