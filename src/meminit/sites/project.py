"""The files that configure a site for its generator, read as data: TOML, YAML, JSON, and literals of programs."""

import json
import posixpath
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias

from meminit.sources.limits import CONFIG_DEPTH
from meminit.sources.lines import TextError

Read: TypeAlias = Callable[[str], bytes | None]
_PROGRAMS = ("", ".ts", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.mts", "/index.js", "/index.mjs")
_NOTHING: Mapping[str, object] = {}


class Project:
    """`contents` are the files that were looked for, by their paths in the repository; None for what is not there."""

    def __init__(self, root: str, read: Read) -> None:
        self.root = root
        self._read = read
        self.contents: dict[str, bytes | None] = {}
        self.used: list[str] = []  # those that were there
        self._values: dict[tuple[str, ...], Mapping[str, object]] = {}

    def path(self, name: str) -> str:
        """The path in the repository of something that is given from the root of the project."""
        names: list[str] = []
        for each in (*self.root.split("/"), *name.split("/")):
            if each == "..":
                names[-1:] = []
            elif each not in {"", "."}:
                names.append(each)
        return "/".join(names)

    def text(self, name: str) -> str | None:
        path = self.path(name)
        if path not in self.contents:
            self.contents[path] = self._read(path)
        data = self.contents[path]
        if data is None:
            return None
        if path not in self.used:
            self.used.append(path)
        return data.decode("utf-8-sig", "replace")

    def has(self, *names: str) -> bool:
        return any(self.text(name) is not None for name in names)

    def _imported(self, name: str, path: str) -> tuple[str, str] | None:
        """The file that a program imports by this path."""
        bare = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        for ending in _PROGRAMS if not bare.startswith("..") else ():
            text = self.text(bare + ending)
            if text is not None:
                return bare + ending, text
        return None

    def values(self, *names: str) -> Mapping[str, object]:
        """What the first of these files holds that is there."""
        if names not in self._values:
            name = next((each for each in names if self.text(each) is not None), "")
            found = read_as(name, self.text(name) or "", self._imported) if name else None
            self._values[names] = found if isinstance(found, Mapping) else _NOTHING
        return self._values[names]


def read_as(name: str, text: str, imported: Callable[[str, str], tuple[str, str] | None] | None = None) -> object:
    """The values in a text, by the ending of its file; None where it cannot be read."""
    ending = name.removesuffix(".in").rpartition(".")[2].lower()
    with suppress(TextError, ValueError, RecursionError):
        if ending == "toml":
            from meminit.sources import toml_text  # noqa: PLC0415 - wanted where the text is new

            return toml_text.parse(text)
        if ending in {"yml", "yaml"}:
            return _yaml(text)
        if ending == "json":
            return json.loads(text) if _is_flat(text) else None
        from meminit.sites import javascript  # noqa: PLC0415 - as above

        return javascript.configuration(text, name, imported)
    return None


def _yaml(text: str) -> object:
    from meminit.sources import loose_yaml  # noqa: PLC0415 - imports yaml

    try:
        return loose_yaml.parse(text)
    except loose_yaml.LooseYamlError:
        return None


def _is_flat(text: str) -> bool:
    return text.count("[") + text.count("{") < CONFIG_DEPTH or max(_depths(text)) <= CONFIG_DEPTH


def _depths(text: str) -> Iterator[int]:
    depth = 0
    for sign in text:
        depth += (sign in "[{") - (sign in "]}")
        yield depth


def table(value: object, *keys: str) -> Mapping[str, object]:
    """The mapping at the end of these keys; an empty one where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value if isinstance(value, Mapping) else _NOTHING


def text_at(value: object, *keys: str) -> str | None:
    """The text at the end of these keys."""
    found = table(value, *keys[:-1]).get(keys[-1])
    return found if isinstance(found, str) else None


def texts(value: object) -> tuple[str, ...]:
    """A text or a list of texts, as generators take both."""
    every = value if isinstance(value, list) else [value]
    return tuple(each for each in every if isinstance(each, str))


def base_of(address: str | None) -> str:
    """What every address begins with: the path of an address, without the slash at its end."""
    if not address:
        return ""
    rest = address.partition("://")[2] if "://" in address else f"x{address}"
    path = rest.partition("/")[2].strip("/")
    return f"/{path}" if path and path != "." else ""


def host_of(address: str | None) -> tuple[str, ...]:
    host = (address or "").partition("://")[2].partition("/")[0]
    return (host,) if host and "{" not in host else ()
