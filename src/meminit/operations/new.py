"""Makes a new document, or shows what it would be: understands what was asked for, takes the lock, creates the file."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import NamedTuple

from meminit.composing import fields, naming
from meminit.composing.today import today
from meminit.config.find import Repository
from meminit.config.settings import DocumentType, Namespace, Settings, parts
from meminit.documents import front_matter
from meminit.edits import creating
from meminit.edits.locking import locked
from meminit.faults import FILE_NOT_FOUND, INVALID_ARGUMENT, PATH_ESCAPE, UNKNOWN_TYPE, MeminitError
from meminit.model.outcome import Outcome, Table, Text
from meminit.operations import selection
from meminit.operations.cache import retried
from meminit.operations.making import Draft, Making, Request
from meminit.sources import gate
from meminit.stages import Stages
from meminit.words import as_path, did_you_mean, listed, nearest, quoted
from meminit.workspace.run import Run
from meminit.workspace.workspace import Effort, Workspace

_LONGEST_TITLE = 200
_TEXTS = ("type", "title", "status", "version", "owner", "area", "last_updated", "docops_version", "description")
_LISTS = ("keywords", "related_ids")


class Asked(NamedTuple):
    """What the command line says; `texts` are fields with the options that have their names."""

    command: str
    type: str
    title: str
    namespace: str | None = None
    document_id: str | None = None
    folder: str | None = None
    template: str | None = None
    body: str | None = None
    texts: Mapping[str, str | None] = {}
    lists: Mapping[str, tuple[str, ...]] = {}
    sets: tuple[str, ...] = ()
    is_trial: bool = False  # to show it, and write nothing
    is_printed: bool = False


def run(repository: Repository, asked: Asked, effort: Effort, stages: Stages) -> Outcome:
    """Raises MeminitError, and then nothing was written."""
    workspace = Workspace(repository, effort)
    request = _request(asked, workspace)
    found: list[Draft] = []
    is_shown = asked.is_trial or asked.is_printed
    with nullcontext(enter_result=False) if is_shown else locked(workspace.root) as has_waited:

        def made(chosen: Effort) -> Outcome:
            is_known = chosen == effort and not has_waited  # what the cache holds may be newer by now
            known = workspace if is_known else Workspace(repository, chosen)
            found[:] = [_draft(Run(known, stages), request)]
            return Outcome(asked.command)

        retried(effort, made)
        (draft,) = found
        is_created = not (draft.is_there or is_shown)
        if is_created:
            creating.create(creating.vacant(workspace.root, draft.path), draft.text.encode())
    stages.begin("report")
    return _outcome(asked, request, draft, workspace.settings, is_created=is_created)


def types(repository: Repository, effort: Effort, command: str) -> Outcome:
    """The types that new documents may have, with their folders."""
    settings = Workspace(repository, effort).settings
    found: dict[str, DocumentType] = {}
    for namespace in settings.namespaces[::-1]:
        for name, kind in namespace.types.items():
            found.setdefault(name, kind)
    listed_types = [{"type": name, "directory": found[name].directory} for name in sorted(found)]
    rows = tuple((name, found[name].directory or "-", found[name].description or "") for name in sorted(found))
    view = (Table(("TYPE", "DIRECTORY", "WHAT IT IS FOR"), rows),) if rows else (Text(("no types are configured",)),)
    return Outcome(command, {"types": listed_types}, advice=settings.advice, view=view)


def _draft(run: Run, request: Request) -> Draft:
    run.begin()
    _ = run.summaries
    run.keep()
    return Making(run, request).draft()


def _request(asked: Asked, workspace: Workspace) -> Request:
    settings, root = workspace.settings, workspace.root
    title = _title(asked.title)
    folder = None if asked.folder is None else _inside(root, asked.folder)
    namespace = _namespace(settings, root, asked.namespace, folder)
    texts, lists = _fields(asked, settings)
    return Request(
        _type(namespace, asked.type),
        namespace,
        title,
        texts.get("last_updated") or today(),
        folder,
        None if asked.template is None else _template(root, asked.template),
        _body(asked.body),
        _id(asked, settings),
        texts,
        lists,
    )


def _title(text: str) -> str:
    title = naming.one_line(_encodable(text, "the title"))
    if not title:
        raise MeminitError(INVALID_ARGUMENT, "the title is empty")
    if len(title) > _LONGEST_TITLE:
        words = f"the title has {len(title)} characters; at most {_LONGEST_TITLE} are allowed"
        raise MeminitError(INVALID_ARGUMENT, words)
    return title


def _encodable(text: str, what: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise MeminitError(INVALID_ARGUMENT, f"{what} is not UTF-8") from error
    return text


def _namespace(settings: Settings, root: str, name: str | None, folder: str | None) -> Namespace:
    """The one that was named, or that governs the folder, or the default one, or the outermost."""
    known = {each.name: each for each in settings.namespaces}
    if name is not None:
        if name not in known:
            meant = did_you_mean(nearest(name, known)) or f"; there are {listed(sorted(known))}"
            raise MeminitError(INVALID_ARGUMENT, f"there is no namespace {quoted(name)}{meant}")
        return known[name]
    governing = settings.governing(f"{folder}/x") if folder is not None else None
    usual = known.get("default")
    is_there = usual is not None and (not usual.optional or os.path.isdir(os.path.join(root, *parts(usual.root))))
    return governing or (usual if usual and is_there else settings.namespaces[-1])


def _type(namespace: Namespace, name: str) -> DocumentType:
    """Letter case does not count where it leaves one type; where none is configured, any name is a type."""
    _encodable(name, "the type")
    types = namespace.types
    if name in types:
        return types[name]
    alike = [each for each in types if each.casefold() == name.casefold()]
    if len(alike) == 1:
        return types[alike[0]]
    if not types and name.replace("-", "").replace("_", "").isalnum():
        return DocumentType(name)
    meant = nearest(name, types)
    words = did_you_mean(meant) or (f"; there are {listed(sorted(types))}" if types else "")
    raise MeminitError(
        UNKNOWN_TYPE,
        f"there is no type {quoted(name)}{words}",
        phase="validation",
        suggestion="meminit new --list-types",
        nearest=meant,
    )


def _id(asked: Asked, settings: Settings) -> str | None:
    chosen = asked.document_id
    if chosen is None:
        return None
    if not settings.ids.field:
        raise MeminitError(INVALID_ARGUMENT, "documents have no ids here, so --id has no meaning")
    if not _encodable(chosen, "--id").strip():
        raise MeminitError(INVALID_ARGUMENT, "--id is empty")
    return chosen


def _fields(asked: Asked, settings: Settings) -> tuple[dict[str, str], dict[str, list[str]]]:
    texts = {name: _encodable(each, f"--{name}") for name, each in asked.texts.items() if each is not None}
    lists = {name: list(_items(name, each)) for name, each in asked.lists.items() if each}
    taken = {settings.ids.field, "type", "title"} - {""}
    for each in asked.sets:
        name, mark, value = _encodable(each, "--set").partition("=")
        if not mark or not name.strip():
            raise MeminitError(INVALID_ARGUMENT, f"--set takes FIELD=VALUE, not {quoted(each)}")
        if name in taken:
            how = {settings.ids.field: "use --id", "type": "it is TYPE", "title": "it is TITLE"}[name]
            raise MeminitError(INVALID_ARGUMENT, f"--set does not take {quoted(name)}: {how}")
        if name in texts or name in lists:
            raise MeminitError(INVALID_ARGUMENT, f"the field {quoted(name)} is given twice")
        texts[name] = value
    return texts, lists


def _items(name: str, given: Sequence[str]) -> Iterator[str]:
    """Each option may hold several, with commas between them; each item stands once."""
    every = (item.strip() for each in given for item in _encodable(each, f"--{name}").split(","))
    yield from dict.fromkeys(item for item in every if item)


def _inside(root: str, argument: str) -> str:
    """A path of the command line below the root; raises PATH_ESCAPE."""
    place = selection.located(root, argument)
    real = selection.inside(root, place, argument)
    found = os.path.relpath(real, root).replace(os.sep, "/")
    return "" if found == "." else _encodable(found, "the path")


def _body(text: str | None) -> str | None:
    """Raises INVALID_ARGUMENT for a whole document: its front matter would stand in the body of the new one."""
    if text is not None and front_matter.read(text).fields is not None:
        words = "--body: it begins with front matter; give its fields with options, and the body alone"
        raise MeminitError(INVALID_ARGUMENT, words)
    return text


def _template(root: str, argument: str) -> str:
    """Raises PATH_ESCAPE, unread, or FILE_NOT_FOUND."""
    found = _inside(root, argument)
    if not os.path.lexists(os.path.join(root, *parts(found))):
        shown = selection.relative(root, os.path.join(root, found))
        raise MeminitError(FILE_NOT_FOUND, f"file not found: {shown}", path=shown)
    try:
        gate.real_inside(root, found)
    except gate.SourceError as error:
        raise MeminitError(PATH_ESCAPE, f"{found}: {error.words}", path=found) from error
    return found


def _outcome(asked: Asked, request: Request, draft: Draft, settings: Settings, *, is_created: bool) -> Outcome:
    values = draft.values
    facts: dict[str, object] = {"document_id": draft.numbered.id if draft.numbered else None, "path": draft.path}
    facts |= {name: values.get(name) for name in _TEXTS}
    facts |= {"type": request.kind.name, "title": request.title}
    facts |= {name: fields.items(values.get(name)) for name in _LISTS}
    data = {
        **facts,
        "namespace": request.namespace.name,
        "created": is_created,
        "sections": [
            {name: value for name, value in each._asdict().items() if value is not None} for each in draft.sections
        ],
        **({"dry_run": True, "would_create": facts} if asked.is_trial else {}),
        **({"content": draft.text} if asked.is_trial or asked.is_printed else {}),
    }
    advice = (*settings.advice, *draft.advice)
    if asked.is_printed:
        return Outcome(asked.command, data, advice=advice, raw=draft.text.encode())
    return Outcome(asked.command, data, advice=advice, view=(Text(_lines(draft, asked, is_created=is_created)),))


def _lines(draft: Draft, asked: Asked, *, is_created: bool) -> tuple[str, ...]:
    named = f"{as_path(draft.path)}" + (f" ({draft.numbered.id})" if draft.numbered else "")
    if asked.is_trial and not draft.is_there:
        return f"would create {named}", "nothing was written: --dry-run"
    if not is_created:
        return (f"{named} is there already, with the same content",)
    return f"created {named}", "next: write its sections, then run `meminit check --strict`"
