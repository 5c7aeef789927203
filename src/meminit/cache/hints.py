"""Says which repositories have summaries of a kind, so that those of another checkout are found without listing any.

A hint may be wrong, or lost where two runs write at once: summaries are taken only for what they say of themselves.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from meminit import atomic
from meminit.cache.directory import ENDINGS, LARGEST, OURS
from meminit.sources import gate

_OF_A_KIND = 4  # repositories that are named for each kind: the newest, and some in case it is gone
_MOST = 64  # hints in one file
_LONGEST = 1 << 16  # bytes of one file


class _Hint(NamedTuple):
    kind: str
    name: str  # of a repository's files; see `directory.name`


def alike(own: str, kind: str, begins: bytes) -> Iterator[str]:
    """Files of other repositories with summaries of this kind that begin so, the newest first; without their ending."""
    place, name = os.path.split(own)
    for each in _read(place, kind):
        path = os.path.join(place, each.name)
        if each.kind == kind and each.name != name:
            with suppress(gate.SourceError):
                if gate.beginning(path + ENDINGS[0], LARGEST, len(begins)) == begins:
                    yield path


def hint(own: str, kind: str) -> None:
    """Lets other repositories find these summaries."""
    place, name = os.path.split(own)
    new, known = _Hint(kind, name), _read(place, kind)
    same = [each for each in known if each.kind == kind]
    if same[:1] != [new]:
        older = [each for each in same if each != new][: _OF_A_KIND - 1]
        kept = [new, *older, *(each for each in known if each.kind != kind)][:_MOST]
        text = "".join(f"{each.kind} {each.name}\n" for each in kept)
        atomic.replace(_path(place, kind), [text.encode()], private=True, durable=False)


def _read(place: str, kind: str) -> list[_Hint]:
    """The hints of this kind, and of some others; of a file that is odd in any way, the lines that are not."""
    try:
        text = bytes(gate.own_bytes(_path(place, kind), _LONGEST)).decode("ascii", errors="replace")
    except gate.SourceError:
        return []
    found = (line.partition(" ") for line in text.splitlines())
    return [_Hint(each_kind, name) for each_kind, _, name in found if re.fullmatch(OURS, name)]


def _path(place: str, kind: str) -> str:
    """One of 256 files, however many kinds there are."""
    return os.path.join(place, f".meminit-alike-{kind[:2]}")
