"""Writes settings as a `.meminit.toml`, with what the published schema says of each key."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.config.meminit_toml import DEFAULT_NAMESPACE
from meminit.config.settings import (
    DEFAULT_CATALOG,
    DEFAULT_DOCOPS_VERSION,
    DEFAULT_EXCLUDE,
    DEFAULT_INDEX_FILE,
    DEFAULT_OWNER,
    DEFAULT_ROOT,
    STATUSES,
    DocumentType,
    Namespace,
    Settings,
    below,
)

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_WIDTH = 100
Value = str | tuple[str, ...]


class _Table(NamedTuple):
    """A table: its heading, the place of its keys in the schema, and its keys."""

    heading: str
    place: tuple[str, ...]
    values: Mapping[str, Value]


def as_toml(settings: Settings, schema: Mapping[str, object], notes: Iterable[str] = ()) -> str:
    """The settings of namespaces, types and the project; `notes` stand at the top. Each key is explained once."""
    lines, explained = [f"# {each}" for each in notes], set()
    for table in _tables(settings):
        if table.values or table.place == ("types",):
            lines += ["", table.heading] if table.heading else [""]
            for key, value in table.values.items():
                if (table.place, key) not in explained:
                    lines += [f"# {each}" for each in _about(schema, (*table.place, key))]
                explained.add((table.place, key))
                lines.append(f"{key} = {quoted(value) if isinstance(value, str) else quoted_list(value)}")
    return "\n".join([*lines, ""]).lstrip("\n")


def quoted(text: str) -> str:
    """The text as a TOML string, with unseen characters as escapes."""
    plain = json.dumps(text, ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in plain)


def quoted_list(texts: Iterable[str]) -> str:
    every = list(map(quoted, texts))
    whole = f"[{', '.join(every)}]"
    return whole if len(whole) <= _WIDTH else "[\n" + "".join(f"  {each},\n" for each in every) + "]"


def _tables(settings: Settings) -> Iterator[_Table]:
    default = _default(settings)
    yield _Table("", (), _changed(_project(settings), {"docops_version": DEFAULT_DOCOPS_VERSION}))
    yield _Table("[docs]", ("docs",), dict(_docs(settings, default)))
    types = common_types(settings)
    yield from _types(types, "types", ("types",))
    is_written_out = default is not None and default.types != types  # since all others would inherit its types
    named = [each for each in settings.namespaces if each.name != DEFAULT_NAMESPACE or is_written_out]
    named.sort(key=lambda each: each.name)
    for namespace in named:
        yield _Table("[[namespaces]]", ("namespaces",), dict(_namespace(namespace, settings, default)))
        own = {name: each for name, each in namespace.types.items() if types.get(name) != each}
        yield from _types(own, "namespaces.types", ("types",))
    yield _Table("[rules]", ("rules",), {code: str(severity) for code, severity in sorted(settings.severities.items())})


def common_types(settings: Settings) -> Mapping[str, DocumentType]:
    """The types for [types]: those that all namespaces have, as that of [docs] or else the uppermost one has them."""
    default, every = _default(settings), settings.namespaces
    first = (default or min(every, key=lambda each: (each.root.count("/"), each.root))).types
    return {name: each for name, each in first.items() if all(name in other.types for other in every)}


def _types(types: Mapping[str, DocumentType], heading: str, place: tuple[str, ...]) -> Iterator[_Table]:
    for name, each in types.items():
        yield _Table(f"[{heading}.{name if _BARE.fullmatch(name) else quoted(name)}]", place, _type(each))


def _default(settings: Settings) -> Namespace | None:
    """The namespace of [docs]."""
    return next((each for each in settings.namespaces if each.name == DEFAULT_NAMESPACE), None)


def _project(settings: Settings) -> dict[str, Value]:
    project = settings.project
    found = {"project": project.name, "prefix": project.prefix}
    return {**{key: text for key, text in found.items() if text}, "docops_version": project.docops_version}


def _docs(settings: Settings, default: Namespace | None) -> Iterator[tuple[str, Value]]:
    root = default.root or "." if default else DEFAULT_ROOT
    if root != DEFAULT_ROOT or (default and len(settings.namespaces) > 1):
        yield "root", root
    if default:
        if default.exclude.lines != DEFAULT_EXCLUDE:
            yield "exclude", tuple(default.exclude.lines)
        if default.schema is not None:
            yield "schema", default.schema
    if settings.project.index_path != below(root, DEFAULT_INDEX_FILE):
        yield "index", settings.project.index_path
    if settings.project.catalog != DEFAULT_CATALOG:
        yield "catalog", settings.project.catalog
    if settings.project.statuses != STATUSES:
        yield "statuses", settings.project.statuses
    if settings.project.owner != DEFAULT_OWNER:
        yield "owner", settings.project.owner


def _type(each: DocumentType) -> dict[str, Value]:
    directory = "." if each.directory == "" else each.directory
    found = {"directory": directory, "template": each.template, "description": each.description}
    return {key: text for key, text in found.items() if text is not None}


def _namespace(each: Namespace, settings: Settings, default: Namespace | None) -> Iterator[tuple[str, Value]]:
    """What differs from that which it inherits."""
    yield "name", each.name
    yield "root", each.root or "."
    if each.prefix != settings.project.prefix:
        yield "prefix", each.prefix
    if each.exclude.lines != (default.exclude.lines if default else DEFAULT_EXCLUDE):
        yield "exclude", tuple(each.exclude.lines)
    if each.schema is not None and each.schema != (default.schema if default else None):
        yield "schema", each.schema
    if each.owner != settings.project.owner:
        yield "owner", each.owner
    if each.docops_version != settings.project.docops_version:
        yield "docops_version", each.docops_version


def _changed(values: dict[str, Value], usual: Mapping[str, Value]) -> dict[str, Value]:
    return {key: value for key, value in values.items() if usual.get(key) != value}


def _about(schema: Mapping[str, object], place: tuple[str, ...]) -> Iterator[str]:
    """What the schema says of a key, on lines of a comment."""
    here: object = schema
    for key in place:
        here = _below(here, key)
    words = here.get("description") if isinstance(here, Mapping) else None
    line = ""
    for word in str(words or "").split():
        if line and len(line) + len(word) >= _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line


def _below(schema: object, key: str) -> object:
    """The schema of a key; those of types and namespaces are alike."""
    if not isinstance(schema, Mapping):
        return None
    inner = schema.get("items", schema.get("additionalProperties"))
    known = schema.get("properties") or (inner.get("properties") if isinstance(inner, Mapping) else None)
    return known.get(key) if isinstance(known, Mapping) else None
