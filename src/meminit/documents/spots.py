"""Finds where the target of a link stands in the text, and how it is written there."""

import re

from meminit.documents.html import unescaped

# A target in angle brackets, or one without spaces; what is escaped belongs to it. Possessive: see PLAIN.
_RAW = re.compile(rb"<((?:[^<>\\\r\n]++|\\.)*+)>|((?:[^\s<\\]|\\.)(?:[^\s\\]++|\\.)*+)", re.DOTALL)
_GAP = re.compile(rb"[\s>]*")  # between a label and its target; in a quotation a line begins with >
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_TRIES = 8

Found = tuple[int, str] | None


def inline(data: bytes, start: int, end: int, target: str) -> Found:
    """`[text](target)`: nearly always the target is the last thing, as it is meant."""
    wanted = target.encode()
    at = end - 1 - len(wanted)
    if at > start and data[at - 1 : end] == b"(" + wanted + b")":
        return at, target
    return _tried(data, b"](", start, end - 1, target)


def wiki(data: bytes, start: int, end: int, target: str) -> Found:
    """`[[target]]`, `[[target|text]]`."""
    wanted = target.encode()
    at = data.find(b"[[", start, end) + 2
    return (at, target) if data[at : at + len(wanted)] == wanted else None


def definition(data: bytes, start: int, end: int, target: str) -> Found:
    """`[label]: target`."""
    return _tried(data, b"]:", start, end, target)


def _tried(data: bytes, mark: bytes, start: int, end: int, target: str) -> Found:
    """The target behind one of the last marks, if what stands there means it."""
    at = end
    for _ in range(_TRIES):
        at = data.rfind(mark, start, at)
        if at < 0:
            return None
        gap = _GAP.match(data, at + len(mark), end)
        raw = _RAW.match(data, gap.end() if gap else at + len(mark), end)
        if raw:
            group = 1 if raw[1] is not None else 2
            written = raw[group].decode("utf-8", "replace")
            if _meant(written) == target:
                return raw.start(group), written
    return None


def _meant(written: str) -> str:
    return _ESCAPE.sub(r"\1", unescaped(written)) if "&" in written or "\\" in written else written
