"""Loads the schemas that govern the namespaces and their types, each once."""

from collections.abc import Iterator, Mapping
from itertools import chain, takewhile
from typing import NamedTuple

from meminit.config.building import schema_path, usual_places
from meminit.config.settings import (
    AGENT,
    DEFAULT_ID_FIELD,
    DEFAULT_ID_PATTERN,
    DEFAULT_SCHEMA,
    IdForm,
    Ids,
    Namespace,
    Settings,
)
from meminit.documents.read import Governing
from meminit.installed import published
from meminit.model.finding import Problem
from meminit.schema.allowance import Allowance
from meminit.schema.fields import decides_form
from meminit.schema.judge import known_searcher
from meminit.schema.loading import Schema, load, of_mapping
from meminit.sources.files import Files
from meminit.sources.limits import DEFAULT, Limits


class Schemas(NamedTuple):
    """What governs each namespace, and the schemas that cannot be used, by their paths."""

    by_namespace: Mapping[str, Governing]
    broken: Mapping[str, Problem]
    paths: Mapping[str, str]  # the schema of each namespace, where it has one of its own
    type_paths: Mapping[tuple[str, str], str]  # the extra schema of each namespace and type
    files: Mapping[str, bytes | None]  # what decided about the schemas, by their paths; None for what was not there


def schemas_of(files: Files, settings: Settings, limits: Limits = DEFAULT) -> Schemas:
    return _Loader(files, settings, limits).load()


class _Loader:
    def __init__(self, files: Files, settings: Settings, limits: Limits) -> None:
        self._files = files
        self._limits = limits
        self._settings = settings
        self._loaded: dict[str, Schema | Problem] = {}

    def load(self) -> Schemas:
        paths = {
            namespace.name: path
            for namespace in self._settings.namespaces
            if (path := schema_path(self._files, self._settings, namespace)) is not None
        }
        type_paths = {
            (namespace.name, kind.name): kind.schema
            for namespace in self._settings.namespaces
            for kind in namespace.types.values()
            if kind.schema
        }
        allowance = Allowance(self._limits.schema)
        for path in dict.fromkeys((*paths.values(), *type_paths.values())):
            if path:
                self._loaded[path] = self._schema(path, allowance)
        governing = {each.name: self._governing(each, paths.get(each.name)) for each in self._settings.namespaces}
        broken = {path: each for path, each in self._loaded.items() if isinstance(each, Problem)}
        absent = chain.from_iterable(self._absent(each, paths.get(each.name)) for each in self._settings.namespaces)
        return Schemas(governing, broken, paths, type_paths, {**allowance.contents, **dict.fromkeys(absent)})

    def _schema(self, path: str, allowance: Allowance) -> Schema | Problem:
        return load(self._files, path, self._limits.schema, allowance)

    def _absent(self, namespace: Namespace, chosen: str | None) -> Iterator[str]:
        """Where a schema would stand before the one that was chosen."""
        return takewhile(lambda place: place != chosen, usual_places(self._settings, namespace))

    def _governing(self, namespace: Namespace, path: str | None) -> Governing:
        found = self._built_in(namespace) if path is None else self._loaded.get(path)
        schema = found if isinstance(found, Schema) else None
        ids = self._settings.ids
        decided = schema is not None and decides_form(schema.document, ids.field)
        return Governing(
            schema=schema,
            broken=isinstance(found, Problem),
            by_type={name: self._usable(kind.schema) for name, kind in namespace.types.items() if kind.schema},
            id_field=ids.field,
            id_form=ids.form or (None if decided else IdForm(DEFAULT_ID_PATTERN, known_searcher(DEFAULT_ID_PATTERN))),
            splits=ids.splits,
        )

    def _built_in(self, namespace: Namespace) -> Schema:
        return _built_in(self._files, self._settings.ids, has_blueprints=AGENT in namespace.types)

    def _usable(self, path: str) -> Schema | None:
        found = self._loaded[path]
        return found if isinstance(found, Schema) else None


def _built_in(files: Files, ids: Ids, *, has_blueprints: bool) -> Schema:
    """The published schema, as far as the configuration does not say otherwise about ids."""
    schema = published("metadata")
    properties = {name: value for name, value in _mapping(schema["properties"]).items() if name != DEFAULT_ID_FIELD}
    required = [name for name in _list(schema["required"]) if name not in {DEFAULT_ID_FIELD, ids.field}]
    if ids.field:
        own = dict(_mapping(_mapping(schema["properties"])[DEFAULT_ID_FIELD]))
        if ids.form:
            own.pop("pattern")
        properties[ids.field] = own
        required.append(ids.field)
    else:
        properties[DEFAULT_ID_FIELD] = {}
    conditions = {}
    if has_blueprints:
        properties |= _mapping(published("blueprint")["properties"])
        conditions = {"allOf": published("blueprint")["allOf"]}
    whole = {**schema, "properties": properties, "required": required, **conditions}
    return of_mapping(whole, files, DEFAULT_SCHEMA, is_known=True)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
