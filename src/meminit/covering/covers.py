"""What a document says that it covers: gitignore patterns, and symbols of files."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import orjson

from meminit import as_json
from meminit.model.node import Scalar

CHANGED = "COVERED_CODE_CHANGED"
NOTHING = "COVERS_NOTHING"
STALE = "LAST_UPDATED_STALE"
UPDATED = "last_updated"
_SPECIAL = re.compile(r"[\\*?\[\]]")
_SYMBOL = re.compile(r"([^#\\*?!][^#\\*?]*)#([^\W\d][\w$]*|[#~][\w$]+|\$[\w$]*)((?:(?:\.|::)[#~]?[\w$]+)*)")


class Cover(NamedTuple):
    """One entry, and its place in the front matter."""

    written: str
    line: int
    column: int


class Entry(NamedTuple):
    """What an entry means: a pattern, or with a name the symbol of a file. `file` is set for a symbol."""

    pattern: str
    file: str = ""
    name: str = ""

    @property
    def takes_back(self) -> bool:
        return not self.file and self.pattern.startswith("!")

    @property
    def line(self) -> str:
        """The pattern as a line of a .gitignore file."""
        return f"/{_SPECIAL.sub(_escaped, self.file)}" if self.file else self.pattern


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[0]}"


def encoded(values: Iterable[Scalar]) -> str:
    """Values with their places, as a summary keeps them; empty where there are none."""
    rows = [(each.written, each.line, each.column) for each in values]
    return as_json.written(rows).decode() if rows else ""


def decoded(text: str) -> list[Cover]:
    return [Cover(*each) for each in orjson.loads(text)] if text else []


@lru_cache(maxsize=4096)
def entry(written: str) -> Entry:
    """The name of a symbol has dots between its parts, however it is written."""
    match = _SYMBOL.fullmatch(written)
    if not match:
        return Entry(written)
    return Entry("", match[1].removeprefix("./").lstrip("/"), f"{match[2]}{match[3]}".replace("::", "."))
