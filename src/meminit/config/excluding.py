"""What a `docops.config.yaml` excludes, as patterns relative to the docs roots of its namespaces."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from meminit.config.building import Part
from meminit.config.settings import DEFAULT_EXCLUDE, parts
from meminit.sources.globs import Patterns, Spot

_SPECIAL = re.compile(r"([\\*?\[\]!# ])")


class Exclusion(NamedTuple):
    """A pattern; where it is about a path, the path's names, which may have been written relative to the repository."""

    pattern: str
    names: tuple[str, ...] = ()

    def below(self, root: tuple[str, ...]) -> str:
        return _path(self.names[len(root) :]) if root and self.names[: len(root)] == root else self.pattern


def exclusions(part: Part, key: str) -> list[Exclusion]:
    return [EXCLUDING[key](text) for text in part.texts(key) or ()]


class Excluding:
    """Namespaces that inherit share what they can: there may be hundreds of them, and as many patterns for each."""

    def __init__(self, top: Part) -> None:
        self._inherited = {key: exclusions(top, key) for key in EXCLUDING}
        self._made: dict[tuple[str, ...], Patterns] = {}
        self._known: dict[str, tuple[Spot, ...]] = {}

    def patterns(self, part: Part, docs_root: str) -> Patterns:
        root = parts(docs_root)
        every = (exclusions(part, key) if key in part.values else self._inherited[key] for key in EXCLUDING)
        lines = (*DEFAULT_EXCLUDE, *(each.below(root) for some in every for each in some))
        if lines not in self._made:
            self._made[lines] = Patterns(lines, ignore_case=True, known=self._known)
        return self._made[lines]


def _below(text: str) -> Exclusion:
    names = parts(text.removesuffix("/**"))
    return Exclusion(_path(names), names)


def _file(text: str) -> Exclusion:
    return _below(text) if "/" in text else Exclusion(_literal(text))


def _prefix(text: str) -> Exclusion:
    return Exclusion(f"{_literal(text)}*")


def _path(names: tuple[str, ...]) -> str:
    return "/" + "/".join(map(_literal, names))


def _literal(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


# The keys that exclude files, and what their values mean.
EXCLUDING: Mapping[str, Callable[[str], Exclusion]] = {
    "excluded_paths": _below,
    "excluded_files": _file,
    "excluded_filename_prefixes": _prefix,
}
