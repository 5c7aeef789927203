"""Shows the configuration as it takes effect: namespaces, types, ids, links and rules; and how much is governed."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from meminit.config.building import schema_path
from meminit.config.find import Repository
from meminit.config.load import load
from meminit.config.settings import DEFAULT_ID_PATTERN, DocumentType, Namespace, Override, Settings, parts
from meminit.documents.discover import MARKDOWN
from meminit.model.finding import Finding, Severity
from meminit.model.outcome import Outcome, Table, Text, noted
from meminit.sites.site import Folder, Site
from meminit.sources.files import Files
from meminit.stages import Stages
from meminit.words import counted, listed
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

BUILT_IN = "built-in"
_MOST_SITES = 5  # in text


class Count(NamedTuple):
    """How many Markdown files are below the docs roots, by the names of their namespaces."""

    governed: Counter[str]
    ungoverned: Counter[str]


def shallow(repository: Repository) -> Outcome:
    """The configuration, without looking for documents."""
    return _outcome(repository, load(repository), None, ())


def deep(repository: Repository, stages: Stages) -> Outcome:
    """The configuration and the number of documents; a folder that cannot be listed is a warning."""
    return deep_of(Workspace(repository, Effort(uses_cache=False)), stages)


def deep_of(workspace: Workspace, stages: Stages) -> Outcome:
    """The same of a workspace, as an overlay may make it."""
    run = Run(workspace, stages)
    run.begin()
    surroundings = run.observed((each.path, each.problem) for each in workspace.discovered.surroundings)
    warnings = noted(each._replace(severity=Severity.WARNING) for each in surroundings)
    return _outcome(workspace.repository, workspace.settings, _counted(workspace), warnings)


def _counted(workspace: Workspace) -> Count:
    """Folders that are excluded or ignored as a whole are not listed."""
    candidates = workspace.discovered.candidates
    governed = {each.file for each in candidates}
    roots = {parts(each.root): each.name for each in workspace.settings.namespaces}
    others = (names for names in workspace.tree.files() if names[-1].lower().endswith(MARKDOWN))
    return Count(
        Counter(each.namespace for each in candidates),
        Counter(_owner(names, roots) for names in others if "/".join(names) not in governed),
    )


def _owner(names: tuple[str, ...], roots: Mapping[tuple[str, ...], str]) -> str:
    """The namespace with the deepest root above a file; there is one, since other folders are not walked."""
    depths = (names[:depth] for depth in range(len(names) - 1, -1, -1))
    return next(roots[each] for each in depths if each in roots)


def _outcome(repository: Repository, settings: Settings, count: Count | None, warnings: tuple[Finding, ...]) -> Outcome:
    namespaces = sorted(settings.namespaces, key=lambda each: each.name)
    schemas = {each.name: _schema(repository.root, settings, each) for each in namespaces}
    data = {
        **_of_the_whole(settings, schemas),
        "namespaces": [_namespace(each, repository.root, schemas[each.name], count) for each in namespaces],
        "filename_pattern": settings.filename_pattern,
        "respect_gitignore": settings.respect_gitignore,
        "id": _ids(settings, schemas),
        "links": _links(settings),
        "sites": [_site(each) for each in settings.links.sites],
        "rules": {
            "severities": dict(sorted(settings.severities.items())),
            "overrides": [_override(each) for each in settings.overrides],
        },
        **(_sums(count) if count else {}),
    }
    view = (Text(tuple(_lines(settings, data))), *_tables(repository.root, namespaces, schemas, count))
    return Outcome(command="context", data=data, warnings=warnings, advice=settings.advice, view=view)


def _of_the_whole(settings: Settings, schemas: Mapping[str, str]) -> dict[str, object]:
    project = settings.project
    first = next((each for each in settings.namespaces if each.name == "default"), settings.namespaces[-1])
    return {
        "project_name": project.name,
        "config_path": settings.config_path,
        "repo_prefix": project.prefix,
        "docops_version": project.docops_version,
        "schema_path": schemas[first.name],
        "index_path": project.index_path,
        "default_owner": project.owner,
        "allowed_types": sorted({name for each in settings.namespaces for name in each.types}),
    }


def _schema(root: str, settings: Settings, namespace: Namespace) -> str:
    path = schema_path(Files(root), settings, namespace)
    return BUILT_IN if path is None else path


def _namespace(namespace: Namespace, root: str, schema: str, count: Count | None) -> dict[str, object]:
    return {
        "name": namespace.name,
        "docs_root": namespace.root or ".",
        "docs_root_exists": _is_there(root, namespace),
        "repo_prefix": namespace.prefix,
        "docops_version": namespace.docops_version,
        "default_owner": namespace.owner,
        "schema_path": schema,
        "document_types": {name: _type(kind) for name, kind in sorted(namespace.types.items())},
        "include": list(namespace.include.lines),
        "exclude": list(namespace.exclude.lines),
        **(_counts(count, namespace.name) if count else {}),
    }


def _is_there(root: str, namespace: Namespace) -> bool:
    return os.path.isdir(os.path.join(root, *parts(namespace.root)))


def _counts(count: Count, name: str) -> dict[str, int]:
    return {"document_count": count.governed[name], "ungoverned_count": count.ungoverned[name]}


def _sums(count: Count) -> dict[str, int]:
    return {"document_count": count.governed.total(), "ungoverned_count": count.ungoverned.total()}


def _type(kind: DocumentType) -> dict[str, object]:
    values = {
        "directory": kind.directory,
        "description": kind.description,
        "template": kind.template,
        "schema_path": kind.schema,
        "sections": list(kind.sections) or None,
        "filename": kind.filename,
    }
    return {name: value for name, value in values.items() if value is not None}


def _ids(settings: Settings, schemas: Mapping[str, str]) -> dict[str, object]:
    """The default pattern is shown only where no schema of the repository may define another one."""
    form, is_open = settings.ids.form, set(schemas.values()) <= {BUILT_IN, ""}
    pattern = form.pattern if form else DEFAULT_ID_PATTERN if is_open else None
    return {
        "field": settings.ids.field,
        **({"pattern": pattern} if pattern and settings.ids.field else {}),
        "references": list(settings.ids.references),
        **({"splits": dict(settings.ids.splits)} if settings.ids.splits else {}),
    }


def _links(settings: Settings) -> dict[str, object]:
    links = settings.links
    return {
        "slugs": links.slugs,
        "terms": links.terms,
        "index": list(links.index_names),
        "implicit_extension": links.implicit_extension,
        "site_root": links.site_root,
        "routes": {each.written: each.meaning for each in links.routes},
        "ignore": list(links.ignore.lines),
        "wiki": links.wiki,
    }


def _site(site: Site) -> dict[str, object]:
    return {
        "generator": site.generator,
        "root": site.root or ".",
        "configuration": list(site.configs),
        "base": f"{site.base}/",
        "hosts": list(site.hosts),
        "content": [_folder(each) for each in site.content],
        "static": [_folder(each) for each in site.static],
        "pages": site.pages,
        "index": list(site.index_names),
        "relative": site.relative,
        "numbers": site.numbers,
        "address": [*site.address_fields, *site.name_fields],
        "aliases": list(site.aliases),
        "redirects": len(site.redirects),
        "open": list(site.open),
        "languages": list(site.languages),
        "language": site.language,
        "fills": site.fills,
        "ignores_case": site.ignores_case,
        "markup": list(site.markup),
    }


def _folder(folder: Folder) -> dict[str, object]:
    further = {"language": folder.language, "pattern": folder.pattern}
    said = {name: value for name, value in further.items() if value}
    return {"path": folder.path or ".", "address": f"{folder.address}/", **said}


def _override(override: Override) -> dict[str, object]:
    return {"paths": list(override.paths.lines), "severities": dict(sorted(override.severities.items()))}


def _lines(settings: Settings, data: Mapping[str, object]) -> Iterator[str]:
    """The settings of the whole repository, aligned; those that are not set are left out."""
    rules = [f"{code} {severity}" for code, severity in sorted(settings.severities.items())]
    rules += [f"{counted(len(settings.overrides), 'override')} by path"] if settings.overrides else []
    values = {
        "project": settings.project.name,
        "configuration": settings.config_path,
        "id field": settings.ids.field or "none: documents have no ids",
        "id pattern": settings.ids.form.pattern if settings.ids.form else "",
        "references": listed(settings.ids.references),
        "anchors": settings.links.slugs,
        "site": listed(_shown_site(each) for each in settings.links.sites[:_MOST_SITES]),
        "rules": listed(rules),
        "index": settings.project.index_path,
    }
    width = max(map(len, values))
    yield from (f"{name.ljust(width)}  {value}" for name, value in values.items() if value)
    if "document_count" in data:
        yield f"{'documents'.ljust(width)}  {data['document_count']}, and {data['ungoverned_count']} not governed"
    yield ""


def _shown_site(site: Site) -> str:
    read = f", configured in {listed(site.configs)}" if site.configs else ""
    return f"{site.generator} from {listed(each.path or '.' for each in site.content)}{read}"


def _tables(
    root: str, namespaces: list[Namespace], schemas: Mapping[str, str], count: Count | None
) -> Iterator[Table | Text]:
    headings: tuple[str, ...] = ("NAMESPACE", "DOCS ROOT", "PREFIX", "SCHEMA")
    if count:
        headings = (*headings, "DOCUMENTS", "UNGOVERNED")
    rows = ((each.name, _place(root, each), each.prefix or "-", schemas[each.name] or "none") for each in namespaces)
    counts = (tuple(map(str, _counts(count, each.name).values())) if count else () for each in namespaces)
    yield Table(headings, tuple((*row, *more) for row, more in zip(rows, counts, strict=True)))
    every = (kind for each in namespaces for kind in each.types.values())
    kinds = {(each.name, each.directory or "-", each.description or "") for each in every}
    if kinds:
        yield Text(("",))
        yield Table(("TYPE", "DIRECTORY", "WHAT IT IS FOR"), tuple(sorted(kinds)))


def _place(root: str, namespace: Namespace) -> str:
    shown = namespace.root or "."
    return shown if _is_there(root, namespace) else f"{shown} (missing)"
