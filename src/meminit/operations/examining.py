"""Gathers the facts about a repository that diagnoses look at; what none of them would ask for is left out."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from meminit.config.paths import schema_path
from meminit.config.settings import DEFAULT_SCHEMA, Namespace, Settings, below, parts
from meminit.config.written import Written
from meminit.diagnosis import Facts, Held, KnownRule, Root
from meminit.documents.discover import is_ignored
from meminit.documents.tree import Tree
from meminit.operations.trying_templates import tried
from meminit.paths import may_be_there
from meminit.schema.contradictions import judged
from meminit.sources import gate
from meminit.workspace.run import Run
from meminit.workspace.workspace import Workspace

_BUILT_IN = ""
_IDS = "ids"  # the group of the rules about them
_BY_SCHEMA = frozenset({"INVALID_FIELD", "MISSING_FIELD", "UNKNOWN_FIELD"})
_MOST_HELD = 1000  # pairs of schemas that are held against each other


def facts(run: Run, written: Written) -> Facts:
    workspace = run.workspace
    settings, candidates = workspace.settings, workspace.discovered.candidates
    governed = Counter(each.namespace for each in candidates)
    roots = {each.name: _root(workspace, each, governed) for each in settings.namespaces}
    is_asked = bool(written.include or written.exclude) or any(not governed[each.name] for each in settings.namespaces)
    return Facts(
        settings=settings,
        written=written,
        documents=tuple(each.path for each in candidates) if settings.overrides else (),
        governed=governed,
        seen=_seen(workspace.tree, settings) if is_asked else {},
        roots=roots,
        rules=_rules(workspace) if settings.severities or settings.overrides else {},
        held=tuple(_held(workspace)),
        templates=tuple(tried(run)),
        folders=frozenset(_folders(workspace.root, settings)),
        state_of_index=_index(run),
    )


def _root(workspace: Workspace, namespace: Namespace, governed: Mapping[str, int]) -> Root:
    root = workspace.root
    real = workspace.tree.real(parts(namespace.root))
    if not real.is_folder or not gate.is_inside(root, real.path):
        return Root(None)
    ignored = not governed.get(namespace.name) and is_ignored(workspace.tree, workspace.settings, namespace)
    return Root(os.path.relpath(real.path, root).replace(os.sep, "/"), ignored)


def _seen(tree: Tree, settings: Settings) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    roots = {parts(each.root): each.name for each in settings.namespaces}
    found: dict[str, list[tuple[str, ...]]] = {}
    owners: dict[tuple[str, ...], tuple[str, int] | None] = {}
    for names, kind in tree.listed():
        folder = names[:-1]
        if folder not in owners:
            owners[folder] = _owner(folder, roots)
        owner = owners[folder]
        if owner and names not in roots:
            below_root = names[owner[1] :]
            found.setdefault(owner[0], []).append((*below_root, "") if kind == "folder" else below_root)
    return {name: tuple(each) for name, each in found.items()}


def _owner(folder: tuple[str, ...], roots: Mapping[tuple[str, ...], str]) -> tuple[str, int] | None:
    """The namespace with the deepest root above what lies in a folder, and how deep that root lies."""
    depths = range(len(folder), -1, -1)
    return next(((roots[folder[:depth]], depth) for depth in depths if folder[:depth] in roots), None)


def _rules(workspace: Workspace) -> Mapping[str, KnownRule]:
    from meminit.rule import DocumentRule, MetadataRule  # noqa: PLC0415 - all rules are wanted only where one is set
    from meminit.rules import RULES  # noqa: PLC0415 - as above

    settings, governing = workspace.settings, workspace.schemas.by_namespace.values()
    idle = {each.meta.code for each in RULES if each.meta.group == _IDS and not settings.ids.field}
    if not any(each.schema or each.broken or each.by_type for each in governing):
        idle |= _BY_SCHEMA
    for each in RULES:
        if isinstance(each, MetadataRule | DocumentRule) and each.applies and not each.applies(settings):
            idle.add(each.meta.code)
    return {each.meta.code: KnownRule(each.meta.severity, each.meta.code not in idle) for each in RULES}


def _held(workspace: Workspace) -> Iterator[Held]:
    """The built-in schema contradicts nothing by itself."""
    settings, root = workspace.settings, workspace.root
    if not _names_schema(root, settings):
        return
    schemas, known = workspace.schemas, set[tuple[str, str]]()
    for namespace in settings.namespaces:
        path, governing = schemas.paths.get(namespace.name, _BUILT_IN), schemas.by_namespace[namespace.name]
        of_types = ((schemas.type_paths[namespace.name, name], each) for name, each in governing.by_type.items())
        for type_path, of_type in (("", None), *of_types):
            if (path or type_path) and (path, type_path) not in known and len(known) < _MOST_HELD:
                known.add((path, type_path))
                pairs = ((path, governing.schema), (type_path, of_type))
                together = {place: judged(each, root, place or DEFAULT_SCHEMA) for place, each in pairs if each}
                yield Held(namespace.name, together)


def _names_schema(root: str, settings: Settings) -> bool:
    every = settings.namespaces
    return any(schema_path(root, settings, each) or any(kind.schema for kind in each.types.values()) for each in every)


def _folders(root: str, settings: Settings) -> Iterator[str]:
    for namespace in settings.namespaces:
        for kind in namespace.types.values():
            place = below(namespace.root, kind.directory or "")
            if kind.directory and os.path.isdir(os.path.join(root, place)):
                yield place


def _index(run: Run) -> Literal["missing", "fresh", "stale"]:
    """Only where there is one, the documents are asked what it should hold."""
    root, path = run.workspace.root, run.workspace.settings.project.index_path
    if not may_be_there(os.path.join(root, path)):
        return "missing"
    from meminit.operations.artefact import Artefact, contents  # noqa: PLC0415 - seldom wanted
    from meminit.operations.index_place import LARGEST  # noqa: PLC0415 - as above
    from meminit.operations.knowing import Knowledge  # noqa: PLC0415 - as above

    expected = Artefact(contents(Knowledge(run))[0])
    try:
        is_fresh = gate.is_made_of(gate.real_inside(root, path), LARGEST, expected)
    except gate.SourceError as error:
        return "missing" if error.kind == "missing" else "stale"
    return "fresh" if is_fresh else "stale"
