"""Finds where documents name files: in links, in code and in prose.

A name is the path of a file, from the root of the repository or from the document; the last names of it, at least two;
or the name of the file alone, if no other file has it. What stands behind it, such as `#L10` or `:12`, is left out.
"""

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from meminit.words import LONGEST_PATH

_TOKEN = re.compile(r"[^\s`'\"()<>\[\]{}|,;*]+")
_BEHIND = re.compile(r"[#?]")
_ODD = re.compile(r"[\s`'\"()<>\[\]{}|,;*#?%]")
_FEW = 64  # names that are looked for one by one before a text is taken apart


class Mention(NamedTuple):
    """A file, and the place where it is named."""

    file: str
    line: int
    column: int
    written: str


class Names:
    """What the files are called. `every` are all files of the repository, `folders` are paths of folders."""

    def __init__(self, files: Iterable[str], folders: Iterable[str], every: Iterable[str]) -> None:
        self._files = list(files)
        self._whole = dict.fromkeys((*self._files, *folders))
        self._ends: dict[str, list[str]] = {}
        for file in self._whole:
            names = file.split("/")
            for start in range(1, len(names) - 1):
                self._ends.setdefault("/".join(names[start:]), []).append(file)
        self._alone = _alone(self._files, every)
        self._lasts = frozenset(each.rpartition("/")[2] for each in self._whole)
        self._odd = [each for each in self._whole if _ODD.search(each)]

    def mentions(self, document: str, text: str, but: Collection[int] = ()) -> list[Mention]:
        """Where a document names any of them, in the order of places; not in the lines `but`."""
        if len(self._lasts) <= _FEW and not any(each in text for each in self._lasts) and "%" not in text:
            return []
        found = sorted({*self._tokens(document, text), *self._as_they_are(text)}, key=lambda each: (each[1], each[0]))
        lines = _Lines(text)
        placed = [Mention(file, *lines.place(start), written) for file, start, written in found]
        return [each for each in placed if each.line not in but]

    def _tokens(self, document: str, text: str) -> Iterator[tuple[str, int, str]]:
        folder = document.rpartition("/")[0]
        for match in _TOKEN.finditer(text):
            token = _bare(match[0]) if len(match[0]) <= LONGEST_PATH else ""
            if token:
                for file in self._named(token, folder):
                    yield file, match.start(), token

    def _named(self, token: str, folder: str) -> Sequence[str]:
        if "%" in token:
            token = unquote(token, errors="surrogateescape")
        path = token.rstrip("/")
        if path.startswith("/"):
            return self._known(path[1:])
        if path.startswith(("./", "../")):
            return self._known(posixpath.normpath(posixpath.join(folder, path)))
        beside = self._known(posixpath.join(folder, path)) if folder else ()
        return beside or self._known(path) or self._ends.get(path) or self._alone.get(path, ())

    def _known(self, path: str) -> Sequence[str]:
        return (path,) if path in self._whole else ()

    def _as_they_are(self, text: str) -> Iterator[tuple[str, int, str]]:
        """Paths with characters that would end a name."""
        for file in self._odd:
            start = text.find(file)
            while start >= 0:
                yield file, start, file
                start = text.find(file, start + len(file))


def _alone(files: Iterable[str], every: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """The files that their names alone stand for: no other file has the name, and it has an ending."""
    counts: dict[str, int] = {}
    for each in every:
        name = each.rpartition("/")[2]
        counts[name] = counts.get(name, 0) + 1
    names = ((each.rpartition("/")[2], each) for each in files)
    return {name: (each,) for name, each in names if "." in name[1:] and counts.get(name, 0) <= 1}


def _bare(token: str) -> str:
    token = _BEHIND.split(token, maxsplit=1)[0].rstrip(".:!")
    while True:
        rest, _, number = token.rpartition(":")
        if not rest or not number.isdecimal():
            return token
        token = rest


class _Lines:
    """Finds the lines and columns of offsets, each of which is not before the last one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line, self._at, self._start = 1, 0, 0

    def place(self, offset: int) -> tuple[int, int]:
        passed = self._text.count("\n", self._at, offset)
        if passed:
            self._line += passed
            self._start = self._text.rfind("\n", self._at, offset) + 1
        self._at = offset
        return self._line, offset - self._start + 1
