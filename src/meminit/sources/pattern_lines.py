"""Takes a line of a .gitignore file apart."""

import re

_ANY_DEPTH = re.compile(r"\*{2,}")


def parsed(text: str) -> tuple[bool, bool, list[str | None]] | None:
    """Whether a line takes back what others select, whether it is for directories alone, and its segments."""
    text = _without_trailing_blanks(text)
    if not text or text.startswith("#"):
        return None
    keeps = text.startswith("!")
    text = text[1:] if keeps else text
    anchored = "/" in text.rstrip("/")
    parts = [part for part in text.split("/") if part]
    if not parts:
        return None
    segments: list[str | None] = [] if anchored else [None]
    for part in parts:
        if not _ANY_DEPTH.fullmatch(part):
            segments.append(part)
        elif not segments or segments[-1] is not None:
            segments.append(None)
    if segments[-1] is None:
        segments.append("*")  # "a/**" is what lies below a, not a itself
    return keeps, text.endswith("/"), segments


def _without_trailing_blanks(text: str) -> str:
    stripped = text.rstrip(" ")
    escaped = (len(stripped) - len(stripped.rstrip("\\"))) % 2
    return stripped + " " if escaped and len(stripped) < len(text) else stripped
