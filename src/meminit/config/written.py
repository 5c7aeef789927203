"""Finds where in its file a configuration sets something: the keys of patterns, namespaces and types."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.config.building import Part
from meminit.config.complaint import ConfigText
from meminit.config.docops_yaml import EXCLUDING, exclusions
from meminit.config.meminit_toml import DEFAULT_NAMESPACE
from meminit.config.settings import Settings, parts
from meminit.model.node import Path


class Line(NamedTuple):
    """A pattern as it is written, and the pattern that it becomes in each namespace that it applies to."""

    key: Path
    shown: str
    patterns: Mapping[str, str] = {}


class Written(NamedTuple):
    """The keys of patterns; of namespaces by their names; and of types by their names and the name of the setting."""

    include: tuple[Line, ...]
    exclude: tuple[Line, ...]
    overrides: tuple[Line, ...]
    namespaces: Mapping[str, Path]
    types: Mapping[tuple[str, str], Path]


def written(config: ConfigText, settings: Settings) -> Written:
    top = Part(config.values, ())
    return _in_toml(top) if config.shown_path.lower().endswith(".toml") else _in_yaml(top, settings)


def _in_toml(top: Part) -> Written:
    tables = {DEFAULT_NAMESPACE: top.part("docs")}
    tables |= {part.text("name", ""): part for part in top.parts("namespaces")}
    types = top.part("types")
    settings = {(name, key): (*types.path, name, key) for name in types.values for key in types.part(name).values}
    overrides = (line for part in top.part("rules").parts("override") for line in _lines(part, "paths"))
    return Written(
        tuple(_inherited(tables, "include")),
        tuple(_inherited(tables, "exclude")),
        tuple(overrides),
        {name: part.path for name, part in tables.items()},
        settings,
    )


def _inherited(tables: Mapping[str, Part], key: str) -> Iterator[Line]:
    """The patterns of [docs] apply to every namespace that has none of its own."""
    own = {name: part for name, part in tables.items() if key in part.values}
    for name, part in own.items():
        others = [each for each in tables if each not in own] if name == DEFAULT_NAMESPACE else []
        for line in _lines(part, key):
            yield line._replace(patterns=dict.fromkeys([name, *others], line.shown))


def _lines(part: Part, key: str) -> Iterator[Line]:
    for number, text in enumerate(part.texts(key) or ()):
        yield Line((*part.path, key, number), text)


def _in_yaml(top: Part, settings: Settings) -> Written:
    tables = {part.text("name") or DEFAULT_NAMESPACE: part for part in top.parts("namespaces") or [top]}
    roots = {each.name: parts(each.root) for each in settings.namespaces}
    holding: dict[Path, tuple[Part, str, list[str]]] = {}
    for name, part in tables.items():
        for key in EXCLUDING:
            source = part if key in part.values else top
            holding.setdefault((*source.path, key), (source, key, []))[2].append(name)
    lines = tuple(
        line._replace(patterns={name: exclusion.below(roots[name]) for name in names})
        for source, key, names in holding.values()
        for line, exclusion in zip(_lines(source, key), exclusions(source, key), strict=True)
    )
    types = dict(each for part in (*tables.values(), top) for each in _types_in_yaml(part))
    return Written((), lines, (), {name: part.path for name, part in tables.items()}, types)


def _types_in_yaml(part: Part) -> Iterator[tuple[tuple[str, str], Path]]:
    """The older generation has one table of folders and one of templates."""
    for table, key in (("type_directories", "directory"), ("templates", "template")):
        yield from (((name, key), (*part.path, table, name)) for name in part.part(table).values)
    types = part.part("document_types")
    for name in types.values:
        yield from (((name, key), (*types.path, name, key)) for key in types.part(name).values)
