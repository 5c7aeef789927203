"""The file that says which documents were read against what they cover: a line for each entry, so that git merges it.

A line is a list in JSON: a document, an entry and a digest. Two branches may affirm the same entry: then both count.
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import orjson

from meminit import as_json

LARGEST = 1 << 28  # bytes
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_CONFLICT = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


class LockError(Exception):
    """What is no such file: the line, and the reason."""

    def __init__(self, words: str, line: int) -> None:
        super().__init__(words)
        self.words = words
        self.line = line


class Affirmed(NamedTuple):
    """A line of the file: the path of a document, the entry as it is written there, and the digest."""

    document: str
    entry: str
    digest: str


def written(lines: Iterable[Affirmed]) -> str:
    """One line for each, sorted, each once."""
    return "".join([as_json.written(each).decode() + "\n" for each in sorted(set(lines))])


def read(content: bytes) -> list[Affirmed]:
    """Raises LockError for a line that `written` would not write; order and repetition do not matter."""
    found = []
    for number, line in enumerate(content.split(b"\n"), 1):
        text = line.removesuffix(b"\r")
        if text:
            found.append(_affirmed(text, number))
    return found


def by_document(lines: Iterable[Affirmed]) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """The digests of each entry of each document."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for document, entry, digest in lines:
        entries = found.setdefault(document, {})
        entries[entry] = entries.get(entry, frozenset()) | {digest}
    return found


def _affirmed(line: bytes, number: int) -> Affirmed:
    if line.startswith(_CONFLICT):
        raise LockError("a merge left a conflict here", number)
    try:
        parts = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise LockError("it is not JSON", number) from error
    if not isinstance(parts, list) or len(parts) != len(Affirmed._fields) or not all(map(_is_text, parts)):
        raise LockError("a line is a list of three texts: a document, an entry and a digest", number)
    if not _DIGEST.fullmatch(parts[2]):
        raise LockError("the last text is no digest: sha256: and 64 hexadecimal digits", number)
    return Affirmed(*parts)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""
