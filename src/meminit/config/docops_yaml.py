"""Makes settings of a `docops.config.yaml`, of either generation."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from meminit.config.building import Builder, Part
from meminit.config.complaint import ConfigText
from meminit.config.settings import (
    DEFAULT_DOCOPS_VERSION,
    DEFAULT_EXCLUDE,
    DEFAULT_FILENAME,
    DEFAULT_ID_FIELD,
    DEFAULT_INCLUDE,
    DEFAULT_INDEX_FILE,
    DEFAULT_OWNER,
    DEFAULT_REFERENCES,
    DEFAULT_ROOT,
    STATUSES,
    DocumentType,
    Ids,
    Links,
    Namespace,
    Project,
    Settings,
    below,
    deepest_first,
    parts,
)
from meminit.installed import published
from meminit.model.finding import Severity
from meminit.model.node import Mapped, Node, Path, Plain, at, dotted, plain
from meminit.model.outcome import Advice
from meminit.schema.judge import known_searcher
from meminit.sources import yaml_text
from meminit.sources.globs import Patterns, Step
from meminit.words import counted, listed

_SPECIAL = re.compile(r"([\\*?\[\]!# ])")


class Exclusion(NamedTuple):
    """A pattern; where it is about a path, the path's names, which may have been written relative to the repository."""

    pattern: str
    names: tuple[str, ...] = ()

    def below(self, root: tuple[str, ...]) -> str:
        return _path(self.names[len(root) :]) if root and self.names[: len(root)] == root else self.pattern


# The types that documents have where a configuration adds types of its own: their folders and what they are for.
_USUAL_TYPES: Mapping[str, tuple[str | None, str]] = {
    "ADR": ("45-adr", "Decision record"),
    "DECISION": ("40-decisions", "Decision"),
    "DESIGN": ("30-design", "Design"),
    "FDD": ("50-fdd", "Feature design"),
    "GOV": ("00-governance", "Governance"),
    "GUIDE": (None, "Guide"),
    "INDEX": ("01-indices", "Index"),
    "LOG": ("58-logs", "Log"),
    "PLAN": ("05-planning", "Plan"),
    "PRD": ("10-prd", "Product requirements"),
    "REF": (None, "Reference"),
    "RESEARCH": ("10-prd", "Research"),
    "RFC": (None, "Request for comments"),
    "RUNBOOK": ("60-runbooks", "Runbook"),
    "SPEC": ("20-specs", "Specification"),
    "STRAT": ("02-strategy", "Strategy"),
    "TASK": ("05-planning", "Task list"),
    "TESTING": ("55-testing", "Testing"),
}
# What the tool that this file is for leaves open is no error: types, and anchors.
_OPEN = ("BROKEN_ANCHOR", "ID_TYPE_MISMATCH", "UNKNOWN_TYPE")
_DEFAULT_CATALOG = "catalogue.md"
_INDICES = DEFAULT_INDEX_FILE.rpartition("/")[0]
_KANBAN = "kanban.md"


class Excluding:
    """Namespaces that inherit share what they can: there may be hundreds of them, and as many patterns for each."""

    def __init__(self, top: Part) -> None:
        # Pages about all documents are made by a program, and are no documents of their own.
        self._pages = tuple(f"/{_INDICES}/{name}" for name in (_catalog(top), _KANBAN))
        self._inherited = {key: exclusions(top, key) for key in EXCLUDING}
        self._made: dict[tuple[str, ...], Patterns] = {}
        self._known: dict[str, tuple[Step, ...]] = {}

    def patterns(self, part: Part, docs_root: str) -> Patterns:
        root = parts(docs_root)
        every = (exclusions(part, key) if key in part.values else self._inherited[key] for key in EXCLUDING)
        lines = (*DEFAULT_EXCLUDE, *self._pages, *(each.below(root) for some in every for each in some))
        if lines not in self._made:
            self._made[lines] = Patterns(lines, ignore_case=True, known=self._known)
        return self._made[lines]


def read(text: str, shown_path: str) -> ConfigText:
    node, repeated = yaml_text.parse(text)
    if node is not None and not isinstance(node, Mapped):
        raise yaml_text.YamlError(node.line, node.column, "the configuration must be a mapping of keys to values")
    if repeated:
        first = repeated[0]
        words = f"the key '{first.key}' is on line {first.first_line} already; keep one of the two"
        raise yaml_text.YamlError(first.line, first.column, words)
    values = _without_nulls(plain(node)) if node else {}
    assert isinstance(values, dict)  # noqa: S101 - the node is a mapping
    return ConfigText(shown_path, values, lambda: lambda path: _line(node, path) if node else 1)


def settings(config: ConfigText, root: str) -> Settings:
    config.refuse_by_schema("docops-config")
    top, builder = Part(config.values, ()), Builder(root, is_known=config.is_known)
    further = top.parts("namespaces")
    tables = further or [top]
    types, excluding = _types(top, builder), Excluding(top)
    namespaces = [_namespace(part, top, types, excluding, builder) for part in tables]
    builder.unique([((*part.path, "name"), each.name) for part, each in zip(tables, namespaces, strict=True)], {})
    builder.unique([((*part.path, "docs_root"), each.root) for part, each in zip(tables, namespaces, strict=True)], {})
    project = _project(top, builder)
    config.refuse(builder.complaints)
    return Settings(
        config_path=config.shown_path,
        project=project,
        namespaces=deepest_first(namespaces),
        ids=Ids(DEFAULT_ID_FIELD, DEFAULT_REFERENCES, None),
        filename=known_searcher(DEFAULT_FILENAME),
        filename_pattern=DEFAULT_FILENAME,
        respect_gitignore=True,
        severities=_severities(namespaces),
        overrides=(),
        links=Links(),
        advice=_advice(config),
    )


def _project(top: Part, builder: Builder) -> Project:
    return Project(
        name=top.text("project_name", ""),
        prefix=top.text("repo_prefix", ""),
        docops_version=top.text("docops_version", DEFAULT_DOCOPS_VERSION),
        owner=top.text("default_owner", DEFAULT_OWNER),
        index_path=builder.place(top, "index_path") or below(top.text("docs_root", DEFAULT_ROOT), DEFAULT_INDEX_FILE),
        catalog=_catalog(top),
        statuses=top.texts("valid_doc_statuses") or STATUSES,
    )


def _catalog(top: Part) -> str:
    """The name of the page with all documents; folders before it do not count."""
    return top.text("catalog_name", "").replace("\\", "/").rpartition("/")[2].strip() or _DEFAULT_CATALOG


def _namespace(
    part: Part, top: Part, types: Mapping[str, DocumentType], excluding: Excluding, builder: Builder
) -> Namespace:
    """What the table does not set is inherited from the top; types are inherited one by one."""

    def inheriting(key: str) -> Part:
        return part if key in part.values else top

    root = builder.root(inheriting("docs_root"), "docs_root")
    own = {} if part is top else _types(part, builder)
    configured = {**types, **own} if own else types
    return Namespace(
        name=part.text("name") or "default",
        root=root,
        prefix=inheriting("repo_prefix").text("repo_prefix") or "",
        include=Patterns(DEFAULT_INCLUDE, ignore_case=True),
        exclude=excluding.patterns(part, root),
        schema=builder.place(inheriting("schema_path"), "schema_path"),
        types={**_usual_types(), **configured} if configured else {},
        owner=inheriting("default_owner").text("default_owner", DEFAULT_OWNER),
        docops_version=inheriting("docops_version").text("docops_version", DEFAULT_DOCOPS_VERSION),
    )


def _severities(namespaces: list[Namespace]) -> Mapping[str, Severity]:
    has_types = any(each.types for each in namespaces)
    return {code: Severity.WARNING for code in _OPEN if has_types or code != "UNKNOWN_TYPE"}


@cache
def _usual_types() -> Mapping[str, DocumentType]:
    every = _USUAL_TYPES.items()
    return {name: DocumentType(name, directory, description=words) for name, (directory, words) in every}


def _types(part: Part, builder: Builder) -> dict[str, DocumentType]:
    """The newer generation has one table for each type, the older one a table of folders and one of templates."""
    made: dict[str, DocumentType] = {}
    folders, templates = part.part("type_directories"), part.part("templates")
    for name in folders.values:
        made[name] = DocumentType(name, builder.directory(folders, name))
    for name in templates.values:
        template = builder.place(templates, name)
        if name in made:
            made[name] = made[name]._replace(template=template)
    tables = part.part("document_types")
    for name in tables.values:
        table = tables.part(name)
        template, description = builder.place(table, "template"), table.text("description")
        directory = builder.directory(table, "directory")
        made[name] = DocumentType(name, directory, template=template, description=description)
    return made


def _advice(config: ConfigText) -> tuple[Advice, ...]:
    unknown = sorted(dotted(path) for path in _unknown(config.values, published("docops-config"), ()))
    if not unknown:
        return ()
    message = f"{config.shown_path} has {counted(len(unknown), 'key')} that meminit does not know: {listed(unknown)}"
    return (Advice("CONFIG_KEY_IGNORED", message, {"path": config.shown_path, "keys": unknown}),)


def _unknown(value: object, schema: object, path: Path) -> Iterator[Path]:
    """The keys that the schema does not describe, wherever it describes any."""
    if not isinstance(schema, Mapping):
        return
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown(item, schema.get("items"), (*path, index))
    elif isinstance(value, Mapping):
        known, others = schema.get("properties"), schema.get("additionalProperties")
        for key, inner in value.items():
            if isinstance(known, Mapping) and key not in known:
                yield (*path, key)
            yield from _unknown(
                inner, known[key] if isinstance(known, Mapping) and key in known else others, (*path, key)
            )


def _without_nulls(value: Plain) -> Plain:
    """The values without keys that have no value, which count as missing."""
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [_without_nulls(item) for item in value if item is not None] if isinstance(value, list) else value


def _line(root: Node, path: Path) -> int:
    """The line of the key at the path, or of the nearest thing above it."""
    parent = at(root, path[:-1]) if path else root
    if isinstance(parent, Mapped) and path and path[-1] in parent.entries:
        return parent.entries[str(path[-1])].line
    node = at(root, path)
    if node:
        return node.line
    return _line(root, path[:-1])


def exclusions(part: Part, key: str) -> list[Exclusion]:
    return [EXCLUDING[key](text) for text in part.texts(key) or ()]


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
