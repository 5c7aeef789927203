"""Says in one text what a link asks of the repository, so that equal questions are answered once for all documents.

A plain question is the path of a file, with a fragment perhaps. Any other one is the target with its kind and the
folder from which it is followed. Nothing else than these decides whether a link is right.
"""

import posixpath
import re
from collections.abc import Collection
from typing import NamedTuple

from meminit.linking.address import unfollowed
from meminit.model.card import SEPARATOR
from meminit.model.link import Link, LinkKind

# The shape of nearly all links: a path without anything to decode, and perhaps a fragment.
_PLAIN = re.compile(r"([A-Za-z0-9_./-]+)(?:#([A-Za-z0-9_-]*))?")
_MARK = "?"  # what begins so is no plain question
OPEN = "?"  # asked by a link that only its own document can answer for
_KINDS: tuple[LinkKind, ...] = ("link", "image", "wiki", "field")


class Question(NamedTuple):
    target: str
    kind: LinkKind
    folder: str


class Asking:
    """Finds the questions of documents in one folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._above = [f"{folder}/" if folder else ""]  # the folder, the one above it, and so on
        while folder:
            folder = folder.rpartition("/")[0]
            self._above.append(f"{folder}/" if folder else "")

    def of(self, link: Link, anchors: Collection[str]) -> str | None:
        """The question of a link; None where it needs no answer."""
        target, kind = link[:2]
        if kind != "wiki":
            plain = _PLAIN.fullmatch(target)
            if plain and plain[1][0] != "/" and plain[1][-1] not in "/.":
                path = self._path(plain[1])
                return f"{path}#{plain[2]}" if plain[2] else path
            if (target[:1] == "#" and target[1:] in anchors) or unfollowed(target):
                return None
        if not target or target[0] in "#?" or SEPARATOR in target or "\n" in self._folder:
            return OPEN
        folder = "" if target[0] == "/" and kind != "wiki" else self._folder
        return f"{_MARK}{_KINDS.index(kind)}{folder}\n{target}"

    def _path(self, path: str) -> str:
        """The path from the root, as normpath has it; nearly all that need any work begin with steps upwards."""
        if path[0] == ".":
            steps = path.count("../")
            rest = path[3 * steps :]
            is_plain = steps < len(self._above) and path.startswith("../" * steps) and rest[:1] != "."
        else:
            steps, rest, is_plain = 0, path, True
        if is_plain and "/." not in rest and "//" not in rest:
            return self._above[steps] + rest
        return posixpath.normpath(self._above[0] + path)


def understood(question: str) -> Question | None:
    """What a question asks; None for one that only its own document can answer for."""
    if question == OPEN:
        return None
    if not question.startswith(_MARK):
        return Question(question, "link", "")
    folder, _, target = question[2:].partition("\n")
    return Question(target, _KINDS[int(question[1])], folder)
