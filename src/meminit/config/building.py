"""Turns the plain values of a configuration file into those of settings, and collects complaints on the way.

A path that a configuration names is judged here, too.
"""

import os
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, overload

from meminit.config.complaint import Complaint, about
from meminit.config.settings import (
    DEFAULT_EXCLUDE,
    DEFAULT_INCLUDE,
    DEFAULT_ROOT,
    DEFAULT_SCHEMA,
    DocumentType,
    Namespace,
    Settings,
    below,
)
from meminit.model.node import Path, dotted
from meminit.paths import RealPaths
from meminit.schema.judge import BadRegex, known_searcher, searcher
from meminit.sources.files import Files
from meminit.sources.gate import is_inside
from meminit.sources.globs import Patterns
from meminit.sources.wildcards import BadPattern
from meminit.words import LONGEST_PATH, listed, quoted

_IN_BRACES = re.compile(r"\{([^{}]*)\}")
_OF_A_NAME = ("seq", "slug", "type")
_MOST_WILD = 32  # folder names with wildcards in patterns that are matched together
_DRIVE = re.compile(r"^[A-Za-z]:")


class Part(NamedTuple):
    """A table of a configuration that its schema accepts, with the keys that lead to it."""

    values: Mapping[str, object]
    path: Path

    def part(self, key: str) -> "Part":
        value = self.values.get(key)
        return Part(value if isinstance(value, Mapping) else {}, (*self.path, key))

    def parts(self, key: str) -> list["Part"]:
        value = self.values.get(key)
        items = value if isinstance(value, list) else []
        return [Part(item, (*self.path, key, index)) for index, item in enumerate(items) if isinstance(item, Mapping)]

    @overload
    def text(self, key: str) -> str | None: ...

    @overload
    def text(self, key: str, default: str) -> str: ...

    def text(self, key: str, default: str | None = None) -> str | None:
        value = self.values.get(key)
        return default if value is None else str(value)

    def texts(self, key: str) -> tuple[str, ...] | None:
        value = self.values.get(key)
        return tuple(str(item) for item in value) if isinstance(value, list) else None


class Builder:
    """Turns single values into those of settings. A value that cannot be used is a complaint."""

    def __init__(self, root: str, *, is_known: bool = False) -> None:
        self._root = root
        self._real_paths = RealPaths()
        self._searcher = known_searcher if is_known else searcher
        self.complaints: list[Complaint] = []

    def place(self, part: Part, key: str) -> str | None:
        """A path of the repository; None if the key is missing."""
        text = part.text(key)
        if not text:
            return text
        words = refusal(text, "the repository")
        if not words and escapes(self._real_paths, self._root, text):
            words = f"{quoted(text)} leads out of the repository through a symbolic link; write a path inside it"
        if words:
            self.complain((*part.path, key), words)
        return normal(text)

    def root(self, part: Part, key: str) -> str:
        place = self.place(part, key)
        return DEFAULT_ROOT if place is None else place

    def directory(self, part: Part, key: str) -> str | None:
        """A path below the root of a namespace. Only its text can be judged."""
        text = part.text(key)
        words = refusal(text, "the namespace's root") if text else None
        if words:
            self.complain((*part.path, key), words)
        return normal(text) if text else None

    def patterns(self, part: Part, key: str, default: tuple[str, ...], *, ignore_case: bool = True) -> Patterns:
        lines = part.texts(key)
        try:
            patterns = Patterns(default if lines is None else lines, ignore_case=ignore_case)
        except BadPattern as error:
            self.complain((*part.path, key), str(error))
            return Patterns(())
        self.few_wild_folders((*part.path, key), [patterns])
        return patterns

    def few_wild_folders(self, path: Path, every: Iterable[Patterns]) -> None:
        count = sum(each.wild_folders for each in every)
        if count > _MOST_WILD:
            words = f"the patterns have {count} folder names with wildcards, not counting **"
            self.complain(path, f"{words}; at most {_MOST_WILD} are allowed")

    def expression(self, part: Part, key: str) -> Callable[[str], bool]:
        try:
            return self._searcher(part.text(key) or "")
        except BadRegex as error:
            self.complain((*part.path, key), error.words)
            return bool

    def include(self, part: Part, default: tuple[str, ...] = DEFAULT_INCLUDE) -> Patterns:
        return self.patterns(part, "include", default)

    def exclude(self, part: Part) -> Patterns:
        return self.patterns(part, "exclude", DEFAULT_EXCLUDE)

    def types(self, part: Part) -> dict[str, DocumentType]:
        return {name: self._type(name, part.part(name)) for name in part.values}

    def _type(self, name: str, part: Part) -> DocumentType:
        template = self.place(part, "template")
        return DocumentType(
            name,
            self.directory(part, "directory"),
            self.place(part, "schema"),
            part.texts("sections") or (),
            template,
            part.text("description"),
            self._file_name(part, "filename"),
        )

    def _file_name(self, part: Part, key: str) -> str | None:
        """The pattern of names of new files."""
        text = part.text(key)
        unknown = [each for each in _IN_BRACES.findall(text or "") if each not in _OF_A_NAME]
        if unknown:
            self.complain((*part.path, key), f"there is no {{{unknown[0]}}}; there are {listed(_OF_A_NAME)}")
        elif text and ("/" in text or "\\" in text or not text.lower().endswith((".md", ".markdown"))):
            self.complain((*part.path, key), f"{quoted(text)} is not the name of a Markdown file")
        return text

    def unique(self, values: Iterable[tuple[Path, str]], taken: Mapping[str, str]) -> None:
        """Complains of a value that something else uses already, which may be one of `taken` from the start."""
        owners = dict(taken)
        for path, value in values:
            if value in owners:
                self.complain(path, f"{quoted(value or '.')} is used by {owners[value]} already; choose another one")
            owners.setdefault(value, f"[{dotted(path[:-1])}]" if len(path) > 1 else dotted(path))

    def complain(self, path: Path, words: str) -> None:
        self.complaints.append(about(path, words))


def refusal(path: str, base: str) -> str | None:
    """Why a path cannot be used, judged from its text alone; None if it can. `base` names what it is relative to."""
    if len(path) > LONGEST_PATH:
        return f"{quoted(path)} is too long for a path"
    if path.startswith(("/", "\\", "~")) or _DRIVE.match(path):
        return f"{quoted(path)} is absolute; write a path relative to {base}"
    if "://" in path:
        return f"{quoted(path)} is an address; write a path relative to {base}"
    if "\0" in path:
        return "a path cannot have a NUL character in it"
    if normal(path).split("/")[0] == "..":
        return f"{quoted(path)} leads out of {base}; write a path inside it"
    return None


def escapes(real_paths: RealPaths, root: str, path: str) -> bool:
    """Whether a path of the repository leads out of it through a link."""
    return not is_inside(root, real_paths.of(os.path.join(root, path)).path)


def normal(path: str) -> str:
    """The path with single slashes and without dots; "" for the repository itself."""
    plain = posixpath.normpath(path)
    return "" if plain == "." else plain


def schema_path(files: Files, settings: Settings, namespace: Namespace) -> str | None:
    """The path of a namespace's schema; "" for no schema at all, None for the built-in one."""
    if namespace.schema is not None:
        return namespace.schema
    places = usual_places(settings, namespace)
    return next((each for each in places if files.may_be_there(each)), None)


def usual_places(settings: Settings, namespace: Namespace) -> tuple[str, ...]:
    """Where a schema is looked for, in this order, if the configuration names none."""
    if namespace.schema is not None:
        return ()
    roots = [namespace.root, *(each.root for each in settings.namespaces if each.name == "default")]
    return tuple(below(root, DEFAULT_SCHEMA) for root in roots)
