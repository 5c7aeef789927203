"""Says in one text what a link asks of the repository, so that equal questions are answered once for all documents.

A plain question is the path of a file, with a fragment perhaps. Any other one is the target with its kind and the
folder from which it is followed. Nothing else than these decides whether a link is right.
"""

import posixpath
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple

from meminit.linking.address import unfollowed
from meminit.model.link import PLAIN, Link, LinkKind, LinkTarget
from meminit.model.summary import QUESTION_MARK, SEPARATOR, is_path

_PLAIN = re.compile(PLAIN)
_ROUNDABOUT = re.compile(r"([A-Za-z0-9_./-]+)(#[A-Za-z0-9_-]+)?")  # as plain, with dots on the way
# In the name of a folder these would mean something else once it stands in a target.
_ODD_FOLDER = re.compile(r"[#%:?\[\\\]{|\x00-\x1f\x7f]")
# What would end a question, or its first part; the sign that escapes it comes first.
_ESCAPES = {"\\": "\\", "\n": "n", SEPARATOR: "d"}
_DIRECTIVE = ":~:"
_STEP = "../"
OPEN = QUESTION_MARK  # asked by a link that only its own document can answer for
_OF_ID = f"{QUESTION_MARK}="
_KINDS: tuple[LinkKind, ...] = ("link", "image", "wiki", "field")


class Question(NamedTuple):
    target: str
    kind: LinkKind
    folder: str


class Asking:
    """Finds the questions of documents in one folder."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._is_plain = _ODD_FOLDER.search(folder) is None
        self._is_told = "\n" not in folder and SEPARATOR not in folder
        self._above = [f"{folder}/" if folder else ""]  # the folder, the one above it, and so on
        while folder:
            folder = folder.rpartition("/")[0]
            self._above.append(f"{folder}/" if folder else "")

    def of(self, link: Link | LinkTarget, anchors: Collection[str]) -> str | None:
        """The question of a link; None where it needs no answer."""
        target, kind = link.target, link.kind
        if kind != "wiki":
            plain = _PLAIN.fullmatch(target)
            if plain:
                return self.plain(*plain.groups(""))
            roundabout = _ROUNDABOUT.fullmatch(target)
            if roundabout and self._is_plain and roundabout[1][0] != "/" and roundabout[1][-1] not in "/.":
                return posixpath.normpath(self._above[0] + roundabout[1]) + (roundabout[2] or "")
            if _is_own(target, anchors) or unfollowed(target) or target.startswith("{"):
                return None  # a template will put something else in the place of what begins with a brace
        return self._at_length(target, kind)

    def all_plain(self, targets: Iterable[tuple[str, str, str]]) -> list[str]:
        """The same as `plain` for each of several targets, which are what most documents hold."""
        above = self._above
        try:
            if self._is_plain:
                return [above[len(steps) // len(_STEP)] + path + fragment for steps, path, fragment in targets]
        except IndexError:  # out of the repository
            pass
        return [self.plain(*each) for each in targets]

    def plain(self, steps: str, path: str, fragment: str) -> str:
        """The question of a target that is taken apart already."""
        if not self._is_plain:
            return self._at_length(steps + path + fragment, "link")
        count = len(steps) // len(_STEP)
        if count < len(self._above):
            return self._above[count] + path + fragment
        return _STEP * (count - len(self._above) + 1) + path + fragment  # out of the repository

    def _at_length(self, target: str, kind: LinkKind) -> str:
        if not target or target[0] in "#?":
            return OPEN
        folder, number = "" if target[0] == "/" and kind != "wiki" else self._folder, _KINDS.index(kind)
        if SEPARATOR in target or not self._is_told:
            folder, target, number = _escaped(folder), _escaped(target), number + len(_KINDS)
        return f"{QUESTION_MARK}{number}{folder}\n{target}"


def _is_own(target: str, anchors: Collection[str]) -> bool:
    """Whether the target plainly is an anchor of its own document."""
    return target[:1] == "#" and target != "#" and target[1:] in anchors and _DIRECTIVE not in target


@lru_cache(maxsize=64)
def asking(folder: str) -> Asking:
    """Documents of one folder are asked one after the other."""
    return Asking(folder)


def without_fragment(question: str) -> str:
    """The same about the document alone, as far as that is certain at sight."""
    return question if question.startswith(QUESTION_MARK) else question.partition("#")[0]


def of_id(name: str) -> str:
    """The question that a field asks which holds an id; no link asks it."""
    return _OF_ID + name


def asked_id(question: str) -> str | None:
    """The id that is asked for; None for the question of a link."""
    return question.removeprefix(_OF_ID) if question.startswith(_OF_ID) else None


def understood(question: str) -> Question | None:
    """What a question asks; None for one that only its own document can answer for."""
    if question == OPEN:
        return None
    if is_path(question):
        return Question(question, "link", "")
    number, (folder, _, target) = int(question[1]), question[2:].partition("\n")
    if number < len(_KINDS):
        return Question(target, _KINDS[number], folder)
    return Question(_unescaped(target), _KINDS[number - len(_KINDS)], _unescaped(folder))


def _escaped(text: str) -> str:
    for sign, letter in _ESCAPES.items():
        text = text.replace(sign, f"\\{letter}")
    return text


def _unescaped(text: str) -> str:
    signs = {letter: sign for sign, letter in _ESCAPES.items()}
    return re.sub(r"\\(.)", lambda found: signs[found[1]], text)
