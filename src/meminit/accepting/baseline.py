"""The baseline: the findings of a repository that are known, in a file that merges line by line."""

from collections.abc import Iterable
from typing import NamedTuple

import orjson

_VERSION = 1
_HEAD, _FOOT = b'{"version":1,"findings":[', b"]}"


class BaselineError(Exception):
    """What is no baseline: the line, where one can be named, and the reason."""

    def __init__(self, words: str, line: int | None = None) -> None:
        super().__init__(words)
        self.words = words
        self.line = line


class Entry(NamedTuple):
    """A finding that is known, and the line on which the file has it."""

    path: str
    code: str
    fingerprint: str
    line: int = 0


def written(entries: Iterable[Entry]) -> bytes:
    """One line for each, sorted, each once."""
    rows = sorted({each[:3] for each in entries})
    lines = [orjson.dumps({"path": path, "code": code, "fingerprint": name}) for path, code, name in rows]
    return b"\n".join([_HEAD, *[line + b"," for line in lines[:-1]], *lines[-1:], _FOOT, b""])


def read(content: bytes) -> list[Entry]:
    """Raises BaselineError for what `written` would not write, but for the order and the number of equal lines."""
    try:
        whole = orjson.loads(content)
    except orjson.JSONDecodeError as error:
        raise BaselineError("it is not JSON", error.lineno) from error
    if not isinstance(whole, dict) or "version" not in whole:
        raise BaselineError("it is no baseline of meminit", 1)
    if whole["version"] != _VERSION or isinstance(whole["version"], bool):
        raise BaselineError("its version is none that this meminit knows", 1)
    findings = whole.get("findings")
    if not isinstance(findings, list):
        raise BaselineError("it has no list of findings", 1)
    lines = _lines(content, len(findings))
    return [_entry(each, line) for each, line in zip(findings, lines, strict=True)]


def _entry(told: object, line: int | None) -> Entry:
    if isinstance(told, dict):
        path, code, name = (told.get(key) for key in ("path", "code", "fingerprint"))
        if isinstance(path, str) and isinstance(code, str) and isinstance(name, str):
            return Entry(path, code, name, line or 0)
    raise BaselineError("a finding needs a path, a code and a fingerprint, all of them texts", line)


def _lines(content: bytes, count: int) -> list[int | None]:
    """The line of each finding, if each has one of its own."""
    starts = [number for number, line in enumerate(content.split(b"\n"), 1) if b'"fingerprint"' in line]
    return list(starts) if len(starts) == count else [None] * count
