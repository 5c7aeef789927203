"""What a shell may complete: types, statuses, namespaces and ids of a repository."""

from collections.abc import Iterable, Iterator

from meminit.composing.fields import Judges
from meminit.config.find import Repository
from meminit.installed import published
from meminit.stages import Stages
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace


def candidates(what: str, begun: str, repository: Repository, effort: Effort) -> list[str]:
    """Those that begin as the word does; in a list with commas, its last item counts. Raises MeminitError."""
    before, comma, last = begun.rpartition(",")
    workspace = Workspace(repository, effort)
    wanted = last.casefold()
    return [
        before + comma + each for each in sorted(set(_named(what, workspace))) if each.casefold().startswith(wanted)
    ]


def _named(what: str, workspace: Workspace) -> Iterable[str]:
    if what == "id":
        return _ids(workspace)
    if what == "status":
        return _statuses(workspace)
    namespaces = workspace.settings.namespaces
    if what == "namespace":
        return (each.name for each in namespaces)
    return (name for each in namespaces for name in each.types)


def _ids(workspace: Workspace) -> Iterable[str]:
    run = Run(workspace, Stages())
    run.begin()
    ids = run.summaries.known_ids
    run.keep()
    return ids


def _statuses(workspace: Workspace) -> Iterator[str]:
    """Those that the schemas list; else those of the built-in schema."""
    found = False
    for namespace in workspace.settings.namespaces:
        governing = workspace.governing(namespace.name)
        schemas = (governing.schema, *governing.by_type.values())
        for each in Judges(tuple(schema for schema in schemas if schema is not None)).options("status"):
            if isinstance(each, str):
                found = True
                yield each
    if not found:
        properties = published("metadata")["properties"]
        yield from properties["status"]["enum"] if isinstance(properties, dict) else ()
