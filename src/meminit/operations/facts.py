"""Gathers the facts that diagnoses look at: about a repository, and about the environment that meminit runs in."""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from meminit.cache import directory as shelf
from meminit.config.building import schema_path
from meminit.config.settings import DEFAULT_SCHEMA, Namespace, Settings, below, parts
from meminit.config.written import Written
from meminit.diagnosis import PYTHON, Environment, Facts, Held, KnownRule, Library, Root
from meminit.documents.discover import is_ignored
from meminit.documents.tree import Tree
from meminit.installed import distributions, named
from meminit.operations.install_precommit import state_of_hook
from meminit.operations.protocol import drifted
from meminit.operations.templates import tried
from meminit.paths import may_be_there, real_path
from meminit.schema.contradictions import judged
from meminit.sources import gate
from meminit.sources.files import Files
from meminit.sources.gate import is_inside
from meminit.words import escape_unencodable
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

_BUILT_IN = ""
_IDS = "ids"  # the group of the rules about ids
_BY_SCHEMA = frozenset({"INVALID_FIELD", "MISSING_FIELD", "UNKNOWN_FIELD"})
_MOST_HELD = 1000  # pairs of schemas that are compared
_OWN = "meminit"
_FLOOR = re.compile(r">=\s*([0-9][0-9.]*)")
_NEEDED = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*)[^;]*?>=\s*([0-9][0-9.]*)[^;]*")  # under no condition


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
        state_of_index=state_of_index(run),
        state_of_hook=state_of_hook(workspace.root),
        drifted=drifted(workspace.root),
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
    """The namespace with the deepest root at or above a folder, and the depth of that root."""
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
    """The pairs of schemas that govern documents together; the built-in schema alone has no contradiction."""
    settings, files = workspace.settings, workspace.tree.sources
    if not _names_schema(files, settings):
        return
    schemas, known = workspace.schemas, set[tuple[str, str]]()
    for namespace in settings.namespaces:
        path, governing = schemas.paths.get(namespace.name, _BUILT_IN), schemas.by_namespace[namespace.name]
        of_types = ((schemas.type_paths[namespace.name, name], each) for name, each in governing.by_type.items())
        for type_path, of_type in (("", None), *of_types):
            if (path or type_path) and (path, type_path) not in known and len(known) < _MOST_HELD:
                known.add((path, type_path))
                pairs = ((path, governing.schema), (type_path, of_type))
                together = {place: judged(each, files, place or DEFAULT_SCHEMA) for place, each in pairs if each}
                yield Held(namespace.name, together)


def _names_schema(files: Files, settings: Settings) -> bool:
    every = settings.namespaces
    return any(schema_path(files, settings, each) or any(kind.schema for kind in each.types.values()) for each in every)


def _folders(root: str, settings: Settings) -> Iterator[str]:
    for namespace in settings.namespaces:
        for kind in namespace.types.values():
            place = below(namespace.root, kind.directory or "")
            if kind.directory and os.path.isdir(os.path.join(root, place)):
                yield place


def state_of_index(run: Run) -> Literal["missing", "fresh", "stale"]:
    """Documents are read for this only where there is an index."""
    root, path = run.workspace.root, run.workspace.settings.project.index_path
    if not may_be_there(os.path.join(root, path)):
        return "missing"
    from meminit.operations.index import LARGEST, IndexFile, contents  # noqa: PLC0415 - seldom wanted
    from meminit.operations.inventory import Inventory  # noqa: PLC0415 - as above

    expected = IndexFile(contents(Inventory(run))[0])
    try:
        is_fresh = gate.is_made_of(gate.real_inside(root, path), LARGEST, expected)
    except gate.SourceError as error:
        return "missing" if error.kind == "missing" else "stale"
    return "fresh" if is_fresh else "stale"


def environment(root: str, effort: Effort) -> Environment:
    return Environment(_cache_problem(root, effort), tuple(_libraries()))


def _libraries() -> Iterator[Library]:
    """None where meminit is not installed but run from its sources: then its requirements are not recorded."""
    known = distributions()
    own = known.get(_OWN)
    for name, value in own.heads() if own else ():
        if name == "Requires-Python" and (floor := _FLOOR.search(value)):
            yield Library(PYTHON, ".".join(map(str, sys.version_info[:3])), floor[1])
        elif name == "Requires-Dist" and (needed := _NEEDED.fullmatch(value)):
            found = known.get(named(needed[1]))
            yield Library(needed[1], found.version if found else None, needed[2])


def _cache_problem(root: str, effort: Effort) -> str | None:
    """Why nothing can be kept, as far as that is known without trying to write."""
    if not effort.uses_cache:
        return None
    place = shelf.directory(effort.cache_dir)
    if place is None:
        return "this user has no cache directory"
    if is_inside(root, real_path(place)):
        return f"{escape_unencodable(place)} is inside the repository, where meminit keeps nothing"
    there = place
    while not os.path.lexists(there) and there != os.path.dirname(there):
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        return f"{escape_unencodable(there)} is not a directory"
    return None if os.access(there, os.W_OK | os.X_OK) else f"{escape_unencodable(there)} is not writable"
