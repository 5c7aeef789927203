"""What was probably meant by a pattern that matches no file, or by a symbol that is not there."""

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from meminit.config.settings import parts
from meminit.documents.tree import Tree
from meminit.words import nearest

_WILD = re.compile(r"[*?\[\\]")


def nearest_pattern(
    tree: Tree, pattern: str, every: Callable[[], Sequence[str]], *, is_file: bool = False
) -> str | None:
    """The pattern with the one name corrected that is not there; or the one file of this name that lies elsewhere.

    `is_file` says that it is a path and no pattern.
    """
    names = list(parts(pattern))
    if not names or any(each == ".." for each in names):
        return None
    if len(names) == 1 and not pattern.startswith("/") and not is_file:
        return None if _WILD.search(pattern) else _by_name(names[0], every())
    corrected = _corrected(tree, names, is_file=is_file)
    if corrected and corrected != pattern.strip("/"):
        return corrected
    if not is_file and _WILD.search(names[-1]):
        return None
    elsewhere = [each for each in every() if each.rpartition("/")[2] == names[-1]]
    return elsewhere[0] if len(elsewhere) == 1 else None


def _by_name(name: str, every: Sequence[str]) -> str | None:
    return _nearest(name, dict.fromkeys(part for each in every for part in parts(each)))


def _nearest(name: str, known: Iterable[str]) -> str | None:
    """The name that is spelled nearly so, with the same ending; or the only one that has another ending."""
    stem, dot, ending = name.rpartition(".")
    if not stem:
        return nearest(name, (each for each in known if "." not in each))
    stems: dict[str, str] = {}
    others: list[str] = []
    for each in known:
        own_stem, _, own_ending = each.rpartition(".")
        if own_ending == ending:
            stems[own_stem] = each
        elif own_stem == stem:
            others.append(each)
    near = nearest(stem, stems)
    return f"{near}{dot}{ending}" if near else others[0] if len(others) == 1 else None


def _corrected(tree: Tree, names: list[str], *, is_file: bool) -> str | None:
    """The names with the first one that is not there replaced by its neighbour; the others must be there."""
    corrections = 0
    for depth, name in enumerate(names):
        if not is_file and _WILD.search(name):
            break
        entries = tree.entries(tuple(names[:depth])) or {}
        if name in entries:
            continue
        near = _nearest(name, entries)
        if near is None or corrections:
            return None
        names = [*names[:depth], near, *names[depth + 1 :]]
        corrections += 1
    return "/".join(names)


def nearest_symbol(name: str, known: Collection[str]) -> str | None:
    """A symbol with the same last part, if there is only one; else the one that is spelled nearly so."""
    last = name.rpartition(".")[2]
    same = [each for each in known if each.rpartition(".")[2] == last]
    return same[0] if len(same) == 1 else nearest(name, known)
